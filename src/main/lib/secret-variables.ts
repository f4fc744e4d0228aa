import { looksLikeToken } from './redact.ts'

/** The names of variables that hold a secret, because a setting refers to them. Names are never removed. */
export type SecretVariables = {
  readonly add: (names: Iterable<string>) => void
  readonly names: () => ReadonlySet<string>
}

/** A variable that was named once may hold a key for as long as the app runs, also after the setting changed. */
export function createSecretVariables(): SecretVariables {
  const named = new Set<string>()
  return {
    add: (names) => {
      for (const name of names) if (!ESSENTIAL.test(name)) named.add(name)
    },
    names: () => named,
  }
}

/** Returns every variable that a text refers to as `env:NAME`. Broken files and unknown settings count too. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(/\benv:([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name)
}

/** Words that make a name secret when the name ends with one of them, with or without a number. */
const LAST_WORD =
  /^(KEYS?|APIKEYS?|TOKEN|SECRETS?|PASS|PASSWD|PASSWORDS?|PASSPHRASE|PWD|CREDENTIALS?|CREDS?|PATS?|AUTH|JWT|BEARER|COOKIES?|DSN)$/

/** Words that make a name secret wherever they are. */
const STRONG =
  /SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY|ACCOUNT_?KEY|(^|_)TOKEN(_|$)|CONNECTION_?STRING|CONN_?STR|SSHPASS/

/** Endings of names whose value only describes or locates a secret. */
const DESCRIBES =
  /_(FILE|PATH|DIR|STORE|HELPER|CACHE|LENGTH|LIMIT|COUNT|BUDGET|TTL|TIMEOUT|ENABLED|TYPE|URL|HEADER)$/

/** AWS variables without secrets: regions, profiles and file locations. */
const AWS_PLAIN =
  /^AWS_(DEFAULT_)?(REGION|PROFILE|OUTPUT|PAGER|CONFIG_FILE|CA_BUNDLE|SDK_LOAD_CONFIG|RETRY_MODE|MAX_ATTEMPTS|EC2_METADATA_DISABLED)$/

/** Variables without which hardly any program works. Their values are never judged. */
const ESSENTIAL =
  /^(PATH|HOME|PWD|OLDPWD|USER|LOGNAME|USERNAME|SHELL|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|TZ|TERM|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|(HTTP|HTTPS|FTP|ALL|NO)_PROXY)$/i

/** An address with a password, or a list of settings with a secret in it, such as a connection string. */
const SECRET_PART =
  /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@|(^|[?&;\s])(password|passwd|pwd|secret|sig|token|api_?key|accountkey|sharedaccesskey)=[^&;\s]{4,}/i

/** Whether name or value suggest that a variable holds a secret. */
export function isSecretVariable(name: string, value: string): boolean {
  if (ESSENTIAL.test(name)) return false
  return isSecretName(name) || SECRET_PART.test(value) || looksLikeToken(value)
}

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
  if (words.startsWith('AWS_')) return !AWS_PLAIN.test(words)
  const last =
    words
      .replace(/_?\d+$/, '')
      .split('_')
      .at(-1) ?? ''
  // Alone it is the current folder.
  if (LAST_WORD.test(last) && words !== 'PWD') return true
  return STRONG.test(words) && !DESCRIBES.test(words)
}
