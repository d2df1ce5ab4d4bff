import pc from 'picocolors'

/** Announces a step. */
export const heading = (text: string): void => console.log(`\n${pc.bold(text)}`)
/** Says what happened. */
export const say = (text: string): void => console.log(`   ${pc.green('✓')} ${text}`)
/** Says that all went well. */
export const done = (text: string): void => console.log(`\n${pc.green(text)}`)
