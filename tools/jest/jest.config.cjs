const shared = { testEnvironment: 'node', transform: {} }

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'commonjs',
      testMatch: ['<rootDir>/*.test.cjs'],
      moduleFileExtensions: ['js', 'cjs', 'json'],
    },
    {
      ...shared,
      displayName: 'esm',
      testMatch: ['<rootDir>/*.test.mjs'],
      moduleFileExtensions: ['js', 'mjs', 'json'],
    },
  ],
}
