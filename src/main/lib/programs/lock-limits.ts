import { createHash, randomInt } from 'node:crypto'
import { type Owner, readOwner } from './owner-mark.ts'

/**
 * A second mark of programs on Linux: the limit of file locks, which the kernel ignores but every program inherits,
 * also in a session of its own and with an empty environment. Its digits are `1`, six of the home, four of the start
 * of the app and eight of the call.
 */
const HOME_DIGITS = 6
const START_DIGITS = 4
const CALL_DIGITS = 8

/** Returns a limit for the programs of one call. */
export function newLockLimit(owner: string): string {
  const call = String(randomInt(10 ** CALL_DIGITS)).padStart(CALL_DIGITS, '0')
  return `${lockLimitsOf(owner)}${call}`
}

/** Returns the digits that the limits of all programs of an owner begin with, before those of the call. */
export function lockLimitsOf(owner: string): string {
  const { home, start } = readOwner(owner)
  return `1${digitsOf(home, HOME_DIGITS)}${digitsOf(start, START_DIGITS)}`
}

/** Whether a limit belongs to a program of an earlier start of the app on this home. */
export function isOfEarlierStart(limit: string, owner: Owner): boolean {
  const home = `1${digitsOf(owner.home, HOME_DIGITS)}`
  const isWhole = limit.length === home.length + START_DIGITS + CALL_DIGITS
  return (
    isWhole && limit.startsWith(home) && !limit.startsWith(`${home}${digitsOf(owner.start, START_DIGITS)}`)
  )
}

/** Reads the limit out of `/proc/<pid>/limits`; empty where there is none. */
export function readLockLimit(limits: string): string {
  return /^Max file locks +\d+ +(\d+) /m.exec(limits)?.[1] ?? ''
}

/**
 * Prefixes a shell script with the limit. A shell without that limit ignores it; other programs stay
 * unchanged.
 */
export function withLockLimit(args: readonly string[], limit: string): readonly string[] {
  const script = args.at(-1)
  if (script === undefined || args.at(-2) !== '-c') return args
  return [...args.slice(0, -1), `ulimit -x ${limit} 2>/dev/null; ${script}`]
}

function digitsOf(text: string, digits: number): string {
  const number = createHash('sha256').update(text).digest().readUIntBE(0, 6) % 10 ** digits
  return String(number).padStart(digits, '0')
}
