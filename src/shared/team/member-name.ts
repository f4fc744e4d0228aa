import { z } from 'zod'

/** How a teammate is called. Case does not tell two of them apart. */
export const MemberName = z
  .string()
  .regex(/^\p{L}[\p{L}\p{N}-]{0,30}$/u, 'A name is one word of letters, digits and dashes, without @.')
export type MemberName = z.infer<typeof MemberName>

/** True when both names call the same one. */
export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
