import { looksLikeToken } from './redact.ts'
import { isSignInByForm } from './sign-in-forms.ts'

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
  /^(KEYS?|APIKEYS?|TOKEN|SECRETS?|PASS|PASSWD|PASSWORDS?|PASSPHRASE|PASSCODE|PWD|PW|PSWD|PIN|OTP|TOTP|CREDENTIALS?|CREDS?|PATS?|AUTH|JWT|BEARER|COOKIES?|DSN|NETRC|PGPASS|HTPASSWD|SIGNATURE|SALT|MNEMONIC)$/

/** Words that make a name secret wherever they are. */
const STRONG =
  /SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY|ACCOUNT_?KEY|(^|_)TOKEN(_|$)|CONNECTION_?STRING|CONN_?STR|SSHPASS|(^|_)AUTH_?(CONFIG|TOKEN|KEY|JSON|DATA)|_PW_|DOCKERCONFIG|SERVICE_ACCOUNT_(JSON|KEY)|KUBE_?CONFIG_(DATA|BASE64|B64|JSON|CONTENT)/

/** Endings of names whose value only describes or locates a secret. */
const DESCRIBES =
  /_(FILE|PATH|DIR|STORE|HELPER|CACHE|LENGTH|LIMIT|COUNT|BUDGET|TTL|TIMEOUT|ENABLED|TYPE|URL|HEADER)$/

/** Addresses to which anybody who knows them can post. */
const WEBHOOK = /WEBHOOK_?(URL|URI|ENDPOINT|ADDRESS)?S?(_\d+)?$|(^|_)HOOK_?UR[LI]S?(_\d+)?$/

/** AWS variables without secrets: regions, profiles and file locations. */
const AWS_PLAIN =
  /^AWS_(DEFAULT_)?(REGION|PROFILE|OUTPUT|PAGER|CONFIG_FILE|CA_BUNDLE|SDK_LOAD_CONFIG|RETRY_MODE|MAX_ATTEMPTS|EC2_METADATA_DISABLED)$/

/** Variables without which hardly any program works. Their values are never judged. */
const ESSENTIAL =
  /^(PATH|HOME|PWD|OLDPWD|USER|LOGNAME|USERNAME|SHELL|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|TZ|TERM|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|(HTTP|HTTPS|FTP|ALL|NO)_PROXY)$/i

/** An address with a password, or a list of settings with a secret in it, such as a connection string. */
const SECRET_PART =
  /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@|(^|[?&;\s])(password|passwd|pwd|secret|sig|token|api_?key|accountkey|sharedaccesskey)=[^&;\s]{4,}/i

/** An address whose user is a token: long, with a digit, or of letters that are no plain name. */
const TOKEN_ADDRESS = /https?:\/\/((?=[^\s/:@]*\d)[^\s/:@]{12,}|[^\s/:@]{16,})@/i

/** Settings of package managers and sign-ins by their form, as in files of npm, Docker, netrc and the cloud. */
const SIGN_IN =
  /_(auth|authToken|password)\s*[=:]\s*\S{4,}|"(auth|identitytoken|registrytoken|private_key|client_secret|refresh_token|access_token|password|secret)"\s*:\s*"[^"]{4,}"|\bmachine\s+\S+\s+login\s+\S+\s+password\s+\S+|\b(AccountKey|SharedAccessSignature|access_token|client_secret|refresh_token)=[^&;\s]{4,}/i

/** Options with which programs are given a secret: headers, cookies, users with a password, passwords. */
const SECRET_OPTION =
  /\b(proxy-)?authorization\s*[:=]\s*\S+|\b(x-[a-z-]*(key|token|auth|secret)|private-token|job-token|api-key|apikey|cookie)\s*:\s*\S+|(^|\s)(-[a-zA-Z]*u|--user|--proxy-user|-U)[\s=]*["']?(?!\d+:\d+(\s|$))[^\s:"'/-][^\s:"'/]*:[^\s"']+|(^|\s)--?(password|passwd|pass|token|api-?key|secret|auth-?token|oauth2-bearer)[\s=]+["']?[^\s"'-]\S{3,}|-[DP][\w.-]*(password|passwd|secret|token|api-?key)=\S{2,}/i

/** Addresses that are a secret themselves: who knows one can post there. */
const SECRET_ADDRESS =
  /https:\/\/(hooks\.slack(-gov)?\.com\/|(\w+\.)?discord(app)?\.com\/api\/webhooks\/|[\w.-]+\.webhook\.office\.com\/|outlook\.office\.com\/webhook\/|chat\.googleapis\.com\/v1\/spaces\/|hooks\.zapier\.com\/|api\.telegram\.org\/bot|oapi\.dingtalk\.com\/robot\/send|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook|open\.(feishu|larksuite)\.(cn|com)\/open-apis\/bot)/i

const FORMS: readonly RegExp[] = [SECRET_PART, TOKEN_ADDRESS, SIGN_IN, SECRET_OPTION, SECRET_ADDRESS]

/** Whether name or value suggest that a variable holds a secret. `people` are user names that are no tokens. */
export function isSecretVariable(name: string, value: string, people: ReadonlySet<string> = NOBODY): boolean {
  if (ESSENTIAL.test(name)) return false
  return (
    isSecretName(name) ||
    FORMS.some((form) => form.test(value)) ||
    looksLikeToken(value) ||
    isSignInByForm(name, value, people)
  )
}

const NOBODY: ReadonlySet<string> = new Set()

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
  return WEBHOOK.test(words) || (STRONG.test(words) && !DESCRIBES.test(words))
}
