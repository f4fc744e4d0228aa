import { z } from 'zod'

/** The name of the lead: the agent of the team's chat. */
export const LEAD = 'lead'
/** The person, on a board and in the log of messages. */
export const PERSON = 'you'
/** The recipient for all team members except the sender. */
export const EVERYBODY = '*'

const TAKEN: ReadonlySet<string> = new Set([LEAD, PERSON, 'app', 'all'])

/** The name of a teammate, case-insensitive. */
export const MemberName = z
  .string()
  .regex(/^\p{L}[\p{L}\p{N}-]{0,30}$/u, 'A name is one word of letters, digits and dashes, without @.')
export type MemberName = z.infer<typeof MemberName>

/** Whether both names are the same teammate, case-insensitive. */
export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

/** Returns the wanted name, or the first free variant of it. */
export function freeName(wanted: MemberName, taken: readonly string[]): MemberName {
  const all = new Set(taken.map((name) => name.toLowerCase()))
  const isFree = (name: string) => !TAKEN.has(name.toLowerCase()) && !all.has(name.toLowerCase())
  if (isFree(wanted)) return wanted
  const stem = wanted.slice(0, 26)
  let count = 2
  while (!isFree(`${stem}-${count}`)) count += 1
  return `${stem}-${count}`
}
