/**
 * A skill that a server offers. `new` and `changed` ones wait for the person; `unfixed` ones have files that the server
 * can change at any time, so they cannot be allowed.
 */
export type McpSkillListing = {
  readonly uri: string
  readonly name: string
  readonly description: string
  /** Its digest now; null for an unfixed one. */
  readonly digest: string | null
  /** Paths of its files beside `SKILL.md`. */
  readonly files: readonly string[]
  readonly state: 'off' | 'new' | 'changed' | 'allowed' | 'unfixed'
}
