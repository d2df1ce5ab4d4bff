import type { Option } from 'commander'

const known = new WeakMap<Option, readonly string[]>()

/** Says what a flag that takes several names, with commas in between, can be given: for the completion of a shell. */
export function withListChoices(option: Option, choices: readonly string[]): Option {
  known.set(option, choices)
  return option
}

/** What {@link withListChoices} has said of it. */
export const listChoices = (option: Option): readonly string[] | undefined => known.get(option)
