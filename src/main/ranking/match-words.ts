/** Words as FTS5 is asked for them: `every` one, each as a beginning, or any of them. Null: there are none. */
export function matchOf(words: readonly string[], every: boolean): string | null {
  const terms = [...new Set(words)].map((word) => `"${word.replaceAll('"', '""')}"${every ? ' *' : ''}`)
  return terms.length === 0 ? null : terms.join(every ? ' AND ' : ' OR ')
}
