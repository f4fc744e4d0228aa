/** Puts the particulars into a text. A gap nothing is known for stays as it is. */
export function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (gap, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? gap) : gap,
  )
}
