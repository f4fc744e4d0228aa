import { describeRule } from '#shared/permission/describe-rule.ts'
import type { Grant } from '#shared/permission/rule.ts'

/** Returns the scope of a permission, as shown and searched. */
export type PlaceOf = (grant: Grant) => string

/** The permissions that hold at this moment and say one of the words, the newest first. */
export function grantsShown(
  grants: readonly Grant[],
  words: string,
  now: number,
  placeOf: PlaceOf,
): readonly Grant[] {
  const wanted = words.trim().toLowerCase()
  const says = (grant: Grant) =>
    [describeRule(grant.rule), placeOf(grant), grant.answer?.title ?? ''].join('\n').toLowerCase()
  return grants
    .filter((grant) => grant.expiresAt === null || grant.expiresAt > now)
    .filter((grant) => wanted === '' || says(grant).includes(wanted))
    .toSorted((left, right) => right.createdAt - left.createdAt)
}
