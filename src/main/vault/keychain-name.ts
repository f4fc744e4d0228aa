/** What a person knows their system's keychain as. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return 'Secret Service keyring'
}
