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
  /^(KEYS?|APIKEYS?|TOKEN|SECRETS?|PASS|PASSWD|PASSWORDS?|PASSPHRASE|PASSCODE|PWD|PW|PSWD|PIN|OTP|TOTP|CREDENTIALS?|CREDS?|PATS?|AUTH|JWT|BEARER|COOKIES?|DSN|NETRC|PGPASS|HTPASSWD|SIGNATURE|SALT|PEPPER|HMAC|MNEMONIC|PSW|PWORD|PASSW|PASSWORT|KENNWORT|CONTRASENA|SENHA|MOTDEPASSE)$/

/** The same, written together with a word before them: `SSHKEY`. */
const JOINED =
  /^(MY|DB|SQL|MYSQL|PG|ROOT|ADMIN|USER|LOGIN|SMTP|MAIL|FTP|SFTP|LDAP|BIND|SSH|SUDO|REDIS|MONGO|VAULT|PROXY|WIFI|KEY|STORE|TRUSTSTORE|KEYSTORE|CERT)(PASS|PW|PWD|PSW)$|^(SSH|PRIV|PRIVATE|DEPLOY|SIGN|SIGNING|ENC|ENCRYPTION|MASTER|LICENSE|CRYPT|HOST)KEYS?$/

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
  /\b(proxy-)?authorization\s*[:=]\s*\S+|\b(x-[a-z-]*(key|token|auth|secret)|private-token|job-token|api-key|apikey|cookie)\s*:\s*\S+|(^|\s)(-[a-zA-Z]*u|--user|--proxy-user|-U)[\s=]*["']?(?!\d+:\d+(\s|$))[^\s:"'/-][^\s:"'/]*:[^\s"']+|(^|\s)--?(?:[a-z]+-)?(password|passwd|pass|token|api-?key|secret|auth-?token|oauth2-bearer)[\s=]+["']?[^\s"'-]\S{3,}|-[DP][\w.-]*(password|passwd|secret|token|api-?key)=\S{2,}/i

/** Addresses that are a secret themselves: who knows one can post there. */
const SECRET_ADDRESS =
  /https:\/\/(hooks\.slack(-gov)?\.com\/|(\w+\.)?discord(app)?\.com\/api\/webhooks\/|[\w.-]+\.webhook\.office\.com\/|outlook\.office\.com\/webhook\/|chat\.googleapis\.com\/v1\/spaces\/|hooks\.zapier\.com\/|api\.telegram\.org\/bot|oapi\.dingtalk\.com\/robot\/send|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook|open\.(feishu|larksuite)\.(cn|com)\/open-apis\/bot)/i

/** Addresses with a signature or a key in them, as of stored files and of services that connect others. */
const SIGNED_ADDRESS =
  /[?&]x-(amz|goog|oss)-(signature|security-token|credential)=|https:\/\/(hook\.[\w-]+\.make\.com\/|maker\.ifttt\.com\/\S*\/key\/|[\w.-]+\/webhook(-test)?\/[\w-]{8,})/i

/** Tokens of services that begin with a name of their own. */
const SERVICE_TOKEN =
  /^(sq[upa]_|ntn_|figd_|pscale_\w+_|dp\.(st|ct|pt|sa|scim|audit)\.|FlyV1 |fm\d_|nfp_|tvly-|pcsk_|pplx-|key-(?=[\da-f]{32}$)|\d{8,10}:AA|AGE-SECRET-KEY-)\S{8,}|^[\da-f]{36}NRAL$|^[MNO][\w-]{22,}\.[\w-]{6}\.[\w-]{27,}$/

/** Private keys in Base64, hashes of passwords, and what a browser sends for a user and a password. */
const ENCODED =
  /LS0tLS1CRUdJTiB(BPUEVOU1NIIFBSSVZB|PUEVOU1NIIFBSSVZB|SU0EgUFJJVkFU|FQyBQUklWQVRF|QUklWQVRF|FTkNSWVBURU|QR1AgUFJJVkFU)|\$(2[abxy]|[156y]|argon2\w*|apr1)\$\S{8,}|\b([Bb]asic|BASIC)\s+(?=\S*[A-Z\d])[\w+/]{8,}=*$/

/** A user and a password of Oracle before an address. */
const ORACLE = /(^|:)[\w$]+\/[^\s/@:]+@\/\/|jdbc:oracle:\w+:[\w$]+\/[^\s/@]+@/i

/** Letters and digits of a length from which they are taken for a key where they have no order. */
const RANDOM_LETTERS = /^[A-Za-z\d+/_-]{20,}={0,2}$/
/** Names of identifiers, and of what pages show to everybody. Letters without order are no secret there. */
const PUBLIC_NAME =
  /(^|_)(ORG|ORGANIZATION|TEAM|PROJECT|APP|CLIENT|TENANT|PRICE|PRODUCT|PLAN|MEASUREMENT)_?ID$|^(NEXT_PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|REACT_APP|VITE)_/
/** Hashes as lock files and Nix write them. */
const HASH = /^sha(1|256|384|512)-/
/** Certificates and public keys in Base64. */
const PUBLIC = /^LS0tLS1CRUdJTiB(DRVJU|QVUJMSUM|QR1AgUFVC)/
const KIND_OF_LETTER = [/[a-z]/, /[A-Z]/, /\d/]

/**
 * Whether a value looks drawn by lot: capitals, small letters and digits that take turns. Hashes in hexadecimal, which
 * name versions of code, have no capitals, and names and paths seldom change between the kinds.
 */
function looksRandom(name: string, value: string): boolean {
  if (value.length > 500 || value.startsWith('/') || !RANDOM_LETTERS.test(value)) return false
  if (PUBLIC.test(value) || HASH.test(value) || PUBLIC_NAME.test(name)) return false
  const kinds = [...value].map((letter) => KIND_OF_LETTER.findIndex((kind) => kind.test(letter)))
  if (KIND_OF_LETTER.some((_, kind) => !kinds.includes(kind))) return false
  const turns = kinds.filter((kind, at) => {
    const before = kinds[at - 1] ?? -1
    return kind >= 0 && before >= 0 && kind !== before
  }).length
  return turns / value.length > 0.4
}

const FORMS: readonly RegExp[] = [
  ...[SECRET_PART, TOKEN_ADDRESS, SIGN_IN, SECRET_OPTION, SECRET_ADDRESS],
  ...[SIGNED_ADDRESS, SERVICE_TOKEN, ENCODED, ORACLE],
]

/** Whether name or value suggest that a variable holds a secret. `people` are user names that are no tokens. */
export function isSecretVariable(name: string, value: string, people: ReadonlySet<string> = NOBODY): boolean {
  if (ESSENTIAL.test(name)) return false
  return (
    isSecretName(name) ||
    FORMS.some((form) => form.test(value)) ||
    looksLikeToken(value) ||
    looksRandom(name, value) ||
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
  if ((LAST_WORD.test(last) && words !== 'PWD') || JOINED.test(last)) return true
  return WEBHOOK.test(words) || (STRONG.test(words) && !DESCRIBES.test(words))
}
