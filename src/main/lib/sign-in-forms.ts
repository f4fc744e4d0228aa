/** A user and a password: `user:password`. An address with a port, a tag or a path has another form. */
const USER_AND_PASSWORD = /^[A-Za-z][\w.+@-]*:(?![:/\\.*])[^\s:/\\=]{2,}$/

/** Texts after a colon in values that are no sign-in: ports, versions, tags of images. */
const NO_PASSWORD =
  /^(v?\d[\w.-]*|latest|lts|stable|edge|main|master|dev|test|prod|nightly|beta|alpha|rc|slim|alpine|bookworm|bullseye|noble|jammy|focal|none|true|false|auto|default|all|read|write)([.-][\w.-]+)?$/i

/** Names of variables that hold a sign-in, so that any password counts, also one of digits. */
const SIGN_IN_NAME = /LOGIN|LOGON|SIGN_?IN|USER_?PASS|USERPWD|BASIC|ACCOUNT|IDENTITY|(^|_)USER$/i

/** Names of variables whose values are two words with a colon for other reasons. */
const OTHER_NAME =
  /PATHS?$|IMAGES?|TAGS?$|MODULES?$|CONTROL$|OPTIONS$|LOG(_LEVEL|S)?$|DEBUG|WARNINGS$|PLATFORM|EVENT|SCRIPT|TARGETS?|PRELOAD|TUNABLES|COLOU?RS?|HOSTS?$|ADDR(ESS)?$|PORTS?$|LISTEN|ENDPOINT|CONTEXT|SESSION|DISPLAY|LOCALE|LANG|FORMAT|VERSION|OWNER|GROUP|UID|CHOWN|ROLE|SCOPE|KEYMAP|THEME|STYLE|^(npm|VSCODE|KDE|GTK|QT|XDG|GIO|GNOME|WSL|LESS|GREP|LS)_/i

/** Programs that take a password after a letter: in the name of a variable or in its value. */
const PASSWORD_LETTERS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [
    /mysql|mariadb|percona|sshpass|7z|unzip|\brar|unrar|mongo|sqlcmd|vncviewer/i,
    /(^|\s)["']?-p(?!\d+(\s|$))[^\s]\S*/,
  ],
  [/sshpass|mongo|unzip|influx|couch|mosquitto|ipmi/i, /(^|\s)-[pP]\s+[^\s-]\S*/],
  [/redis/i, /(^|\s)-a\s*[^\s-]\S*/],
  [/ldap/i, /(^|\s)-w\s*[^\s-]\S*/],
  [/sqlcmd|mssql|zip/i, /(^|\s)-P\s*[^\s-]\S*/],
]

/** A user and a password as letters. `-p80:80` is a port. */
const USER_THEN_PASSWORD = /(^|\s)-u\s*[^\s-]\S*\s(.*\s)?-p(?!\d+(:\d+)*(\s|$))\S+/

/** An address whose user may be a token. */
const ADDRESS_USER = /\bhttps?:\/\/([^\s/:@.]{3,})@/gi

/** User names that are no tokens: of services, roles, and usual first names. */
const COMMON_USERS = new Set(
  `git hg svn admin administrator root user users username guest anonymous ubuntu debian vagrant runner jenkins build
  builder deploy deployer ci cd bot dev developer test tester demo example owner me myself you name person team staff
  support info service backup www web app api oauth2 x-token-auth x-access-token gitlab-ci-token postgres mysql
  ada adam alan alex alice amy andrea andrew ann anna anne ben bob carl carol charlie chris clara dan dana daniel dave
  david diana emma eric erik eva eve frank fred george grace greg hans helen ian ivan jack jan jane jean jeff jim joe john
  jonas jose juan julia karl kate ken kim lars laura lea lee lena leo li lin lisa liu luca luis maria marie mark martin
  mary max mei mia mike mina mona nick nina noah nora olga oscar otto pat paul peter petra pia ray rob robert ron rosa
  ruth sam sara sarah simon sofia steve sue susan ted tim tina tom uma uwe vera victor wang wei will yan zhang zoe`.split(
    /\s+/,
  ),
)

/** Whether a value has the form of a sign-in: user and password, an option with one, or an address with a token. */
export function isSignInByForm(name: string, value: string, people: ReadonlySet<string>): boolean {
  const text = value.trim()
  return isUserAndPassword(name, text) || hasPasswordLetter(name, text) || hasTokenUser(text, people)
}

function isUserAndPassword(name: string, text: string): boolean {
  if (text.length > 500 || !USER_AND_PASSWORD.test(text)) return false
  if (SIGN_IN_NAME.test(name)) return true
  return !OTHER_NAME.test(name) && !NO_PASSWORD.test(text.slice(text.indexOf(':') + 1))
}

function hasPasswordLetter(name: string, text: string): boolean {
  if (!/(^|\s)["']?-[pPaw]/.test(text) || text.length > 5_000) return false
  const isOfProgram = PASSWORD_LETTERS.some(
    ([program, option]) => (program.test(name) || program.test(text)) && option.test(text),
  )
  return isOfProgram || (!/FLAGS$/i.test(name) && USER_THEN_PASSWORD.test(text))
}

function hasTokenUser(text: string, people: ReadonlySet<string>): boolean {
  return [...text.matchAll(ADDRESS_USER)].some(([, user = '']) => {
    const known = user.toLowerCase()
    return !COMMON_USERS.has(known) && !people.has(known)
  })
}
