/** The separator in a tool's description: essential text above, text for larger windows below. */
const REST = '\n---\n'

/** Whether a tool has a brief description in addition to the full one. */
export const hasBrief = (description: string): boolean => description.includes(REST)

/** Returns the tool description for a model, shortened for a small window. */
export function modelDescription(description: string, isBrief: boolean): string {
  const at = description.indexOf(REST)
  if (at < 0) return description
  const rest = isBrief ? '' : description.slice(at + REST.length)
  return `${description.slice(0, at)}\n${rest}`
}
