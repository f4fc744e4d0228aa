/** The text of an agent without the name that is shown, so that a copy of it is shown under its own. */
export function withoutName(text: string): string {
  return text.replace(/^(---[ \t]*\n(?:(?!---)[^\n]*\n)*?)name:[^\n]*\n(?![ \t])/, '$1')
}
