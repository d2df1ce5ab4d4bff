import * as z from 'zod/mini'

/** The form of an amount in a request (D9): up to 15 digits and up to 4 decimals, no sign, no exponent. */
export const amountPattern = /^\d{1,15}(\.\d{1,4})?$/

const amountError = 'must be a decimal string with up to 15 digits and 4 decimals, such as "120.50"'

/** An amount in a request. Numbers are refused with the reason: a float cannot carry money exactly. */
export const amountInput = () =>
  z
    .string({
      error: (issue) =>
        typeof issue.input === 'number'
          ? `must be a decimal string, not a number${amountPattern.test(String(issue.input)) ? `: send "${issue.input}", with the quotes` : ''}`
          : issue.input === undefined
            ? 'is required: a decimal string such as "120.50"'
            : amountError,
    })
    .check(z.regex(amountPattern, amountError))

/** An amount in a response: any decimal string; a later service may add digits or a sign. */
export const amountOutput = () => z.string().check(z.regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string'))
