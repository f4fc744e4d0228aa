/** Messages about secrets, their storage and access failures. */
export const VAULT_SENTENCES = {
  'vault.locked': 'The secrets are locked. Enter the passphrase to open them.',
  'vault.wrongPassphrase':
    'This passphrase does not open the secrets. Check the keyboard layout and Caps Lock, and try again.',
  'vault.noSecret': 'There is no secret named “{name}”. Add it in the vault.',
  'vault.noValue':
    'No value was found for the secret “{name}”. If the keychain is locked, unlock it; otherwise set the secret again.',
  'vault.taken': 'There is already a secret named “{name}”. Choose another name.',
  'vault.sameName': 'The new name is the old one.',
  'vault.badName':
    'A name starts with a letter or digit and has only letters, digits, dots, dashes and underscores, without two dots in a row.',
  'vault.noVariable':
    'The environment variable {name} is not set. Set it and start Orrery again, or keep the key in the vault.',
  'vault.fileUnreadable':
    'The encrypted file {file} cannot be read ({code}). See that its disk is there and that the file is yours, then try again.',
  'vault.fileNewer':
    'The encrypted file {file} was written by a newer Orrery (format {version}, this one knows {newest}). It was left as it is; start the newer version.',
  'vault.fileDamaged':
    'The encrypted file {file} is damaged and was left as it is. Put a copy in its place, or move it away and set the secrets again.',
  'vault.valueDamaged': 'The stored value of “{name}” is damaged. Set this secret again.',
  'vault.elsewhere':
    '“{name}” is not in the encrypted file, and the keychain it may be in cannot be used just now. Delete it when the keychain works again.',
  'vault.keptTwice':
    'The secret is now also kept as “{to}”, but “{name}” could not be deleted. Delete it from the list.',
  'vault.signInOnly': 'The secret {name} belongs to a sign-in and cannot be used as a key.',
  'vault.denied':
    '{model} may not use the secret “{name}”: you have revoked that. Allow it again in the vault, or choose another model.',
  'vault.stoppedWaiting': 'You stopped waiting for the keychain.',
} as const
