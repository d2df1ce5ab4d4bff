import packageJson from '../package.json' with { type: 'json' }

/** The version of this package, sent in `User-Agent`. */
export const version: string = packageJson.version
