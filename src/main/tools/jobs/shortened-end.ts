/** Returns the end of a text, from the start of a line, with a count of the dropped characters. */
export function shortenedEnd(text: string, most: number): string {
  const whole = text.trimEnd()
  if (whole.length <= most) return whole
  const end = whole.slice(-most)
  const line = end.indexOf('\n')
  const kept = line === -1 || line > most / 2 ? end : end.slice(line + 1)
  return `[${whole.length - kept.length} earlier characters left out]\n${kept}`
}
