/**
 * A node of the syntax tree of a shell script, as tree-sitter-bash builds it. `start` and `end` are offsets into
 * the script in UTF-16 units; anonymous nodes such as `&&` have their text as type.
 */
export type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
}

/** Parses a script. Returns null when the parser gave up; `broken` marks text that is no valid bash. */
export type ParseScript = (script: string) => { readonly root: SyntaxNode; readonly broken: boolean } | null
