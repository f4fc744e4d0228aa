/** Returns the name of the system's keychain. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return 'Secret Service keyring'
}
