/** The name of a tool in the letters that every protocol accepts. */
export function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown'
}
