/** The place of a file in a project, with `/` between folders; null for a file that is not in it. */
export function pathInProject(path: string, project: string): string | null {
  const separator = project.includes('\\') ? '\\' : '/'
  const folder = project.endsWith(separator) ? project : `${project}${separator}`
  return path.startsWith(folder) ? path.slice(folder.length).replaceAll(separator, '/') : null
}
