/** What must not grow, and how it is measured. */
export interface Budget {
  /** What is measured, for people. */
  name: string
  /** The most that it may be. */
  ceiling: number
  unit: 'bytes' | 'modules' | 'files' | 'packages'
  /** Of the repository in a folder, which has been built. */
  measure: (root: string) => Promise<number> | number
}
