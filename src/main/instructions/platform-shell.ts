/** Returns the name of the command shell, as shown to the model. */
export function platformShell(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? 'PowerShell' : 'bash'
}
