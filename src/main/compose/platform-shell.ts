/** The name of the shell that commands run in, as the model is told. */
export function platformShell(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? 'PowerShell' : 'bash'
}
