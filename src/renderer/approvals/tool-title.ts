/** The name of a tool as people read it: `bash` is Bash. */
export function toolTitle(name: string): string {
  return name === '' ? 'Tool' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}
