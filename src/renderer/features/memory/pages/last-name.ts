/** The name of a folder, without the way to it. */
export function lastName(path: string): string {
  return path.split(/[/\\]/).findLast((name) => name !== '') ?? path
}
