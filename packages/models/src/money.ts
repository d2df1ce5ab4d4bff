import { checkOptions } from './check-options.ts'
import { MoneyError } from './errors.ts'
import type { OptionNames } from './options.ts'

// Exact money without floats (spec 2.4, D9). No import of zod here: a program that only adds amounts loads this file
// alone, and has the error to match at hand.
export { ModelsError, MoneyError, type MoneyErrorCode } from './errors.ts'

/** Decimals that an amount keeps. */
export const amountDecimals = 4

const unitsPerOne = 10_000n

// Wider than what a request may carry (`amountPattern`): a difference can be negative, a sum can have more than 15
// digits.
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

const show = (value: unknown): string => {
  if (typeof value !== 'string') return `${String(value)} (${typeof value})`
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}

const roundFirst = 'Round it first: money is not rounded silently.'

/**
 * Reads an amount as a whole number of units of 1/10,000: `"120.5"` is `1205000n`.
 *
 * @throws MoneyError `invalid_amount` when it is not a decimal string; `inexact_amount` when it has more than four
 * decimals that are not zeros.
 */
export function parseAmount(amount: string): bigint {
  const match = typeof amount === 'string' ? decimalPattern.exec(amount) : null
  if (!match) {
    throw new MoneyError(
      'invalid_amount',
      `Not an amount: ${show(amount)}. Amounts are decimal strings such as "120.50" (spec 2.4).`,
    )
  }
  const [, sign, whole = '', fraction = ''] = match
  if (/[^0]/.test(fraction.slice(amountDecimals))) {
    throw new MoneyError(
      'inexact_amount',
      `${show(amount)} has more than ${amountDecimals} decimals. ${roundFirst}`,
    )
  }
  const units = BigInt(whole + fraction.slice(0, amountDecimals).padEnd(amountDecimals, '0'))
  return sign ? -units : units
}

/** Writes units of 1/10,000 as an amount with four decimals: `1205000n` is `"120.5000"`. */
export function formatAmount(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(amountDecimals + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -amountDecimals)}.${digits.slice(-amountDecimals)}`
}

/**
 * The one form of an amount: four decimals, no leading zeros, no `-0`. `"120.5"` and `"0120.50"` are both
 * `"120.5000"`, so equal amounts are equal strings.
 *
 * @throws MoneyError `invalid_amount`, `inexact_amount`
 */
export function normaliseAmount(amount: string): string {
  return formatAmount(parseAmount(amount))
}

/**
 * `left + right`, exactly, with four decimals.
 *
 * @throws MoneyError `invalid_amount`, `inexact_amount`
 */
export function addAmounts(left: string, right: string): string {
  return formatAmount(parseAmount(left) + parseAmount(right))
}

/**
 * `left - right`, exactly, with four decimals; negative when `right` is the larger.
 *
 * @throws MoneyError `invalid_amount`, `inexact_amount`
 */
export function subtractAmounts(left: string, right: string): string {
  return formatAmount(parseAmount(left) - parseAmount(right))
}

/**
 * The sum of any number of amounts, exactly, with four decimals; `"0.0000"` of none.
 *
 * @throws MoneyError `invalid_amount`, `inexact_amount`
 */
export function sumAmounts(amounts: Iterable<string>): string {
  // A text is a list of its characters: of "120" the sum would be 3.
  if (typeof amounts === 'string' || !amounts?.[Symbol.iterator]) {
    throw new MoneyError('invalid_amount', `No list of amounts: ${show(amounts)}.`)
  }
  let units = 0n
  for (const amount of amounts) units += parseAmount(amount)
  return formatAmount(units)
}

/**
 * Orders two amounts by value, for `sort`: -1, 0 or 1. (As strings, `"9.00"` sorts after `"10.00"`.)
 *
 * @throws MoneyError `invalid_amount`, `inexact_amount`
 */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  const difference = parseAmount(left) - parseAmount(right)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** How an amount and minor units relate. */
export interface MinorUnitsOptions {
  /** Decimals of the currency, 0–4: 2 for EUR, 0 for JPY, 3 for KWD. @default 2 */
  exponent?: number | undefined
}

const optionNames: OptionNames<MinorUnitsOptions & { bigint?: boolean | undefined }> = {
  exponent: true,
  bigint: true,
}

/** Units of 1/10,000 in one minor unit. */
function unitsPerMinor({ exponent = 2 }: MinorUnitsOptions): bigint {
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > amountDecimals) {
    throw new RangeError(`exponent must be an integer from 0 to ${amountDecimals}, not ${show(exponent)}`)
  }
  return unitsPerOne / 10n ** BigInt(exponent)
}

/**
 * An amount of a payment as minor units of a booking: `"520.00"` is `52000`.
 *
 * @throws MoneyError `inexact_amount` when it is no whole number of minor units (`"0.005"`); `amount_out_of_range`
 * when the result is no safe integer (ask for `{ bigint: true }` then); `invalid_amount`
 * @throws RangeError for an exponent outside 0–4
 */
export function amountToMinorUnits(amount: string, options: MinorUnitsOptions & { bigint: true }): bigint
export function amountToMinorUnits(
  amount: string,
  options?: MinorUnitsOptions & { bigint?: false | undefined },
): number
export function amountToMinorUnits(
  amount: string,
  options: MinorUnitsOptions & { bigint?: boolean | undefined } = {},
): number | bigint {
  checkOptions('amountToMinorUnits', options, optionNames)
  const perMinor = unitsPerMinor(options)
  const units = parseAmount(amount)
  if (units % perMinor !== 0n) {
    throw new MoneyError(
      'inexact_amount',
      `${show(amount)} is not a whole number of minor units (the smallest is ${formatAmount(perMinor)}). ${roundFirst}`,
    )
  }
  const minor = units / perMinor
  if (options.bigint) return minor
  const safe = Number(minor)
  if (!Number.isSafeInteger(safe)) {
    throw new MoneyError(
      'amount_out_of_range',
      `${show(amount)} is too large for a number without loss. Ask for { bigint: true }.`,
    )
  }
  return safe
}

/**
 * Minor units of a booking as an amount of a payment: `52000` is `"520.0000"`.
 *
 * @throws MoneyError `invalid_amount` for a number that is not a safe integer
 * @throws RangeError for an exponent outside 0–4
 */
export function minorUnitsToAmount(minor: number | bigint, options: MinorUnitsOptions = {}): string {
  checkOptions('minorUnitsToAmount', options, { exponent: true } satisfies OptionNames<MinorUnitsOptions>)
  const perMinor = unitsPerMinor(options)
  if (typeof minor !== 'bigint' && !Number.isSafeInteger(minor)) {
    throw new MoneyError(
      'invalid_amount',
      `Minor units must be a safe integer or a bigint, not ${show(minor)}: 520.00 is 52000 (spec 2.1).`,
    )
  }
  return formatAmount(BigInt(minor) * perMinor)
}
