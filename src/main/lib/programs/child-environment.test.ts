import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childEnvironment, withoutSecrets } from './child-environment.ts'

const child = (
  inherited: Record<string, string | undefined>,
  platform: NodeJS.Platform = 'linux',
  secret: readonly string[] = [],
) => childEnvironment({ inherited, platform, secret: new Set(secret) })

it.each([
  ['Node_Options', 'win32', false],
  ['electron_run_as_node', 'win32', false],
  ['Path', 'win32', true],
  ['node_options', 'linux', true],
] as const)('a command inherits %s on %s: %s', (name, platform, kept) => {
  const value = platform === 'win32' ? 'C:\\x' : '/x'
  expect(name in child({ [name]: value }, platform)).toBe(kept)
})

const KEPT = `PATH HOME LANG SHELL USER TMPDIR PWD SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS XAUTHORITY KEYMAP MONKEY
  TOKENIZERS_PARALLELISM MAX_OUTPUT_TOKENS AWS_REGION AWS_PROFILE KUBECONFIG DOCKER_HOST JAVA_HOME COMPASS NODE_ENV
  npm_config_registry GIT_AUTHOR_NAME GIT_SSH_COMMAND PGPASSFILE WEBHOOK_PORT GPG_TTY DOCKER_CONFIG SPIN AUTH_URL PW_BROWSERS
  BYPASS HOTKEY ENCOMPASS TURKEY RANDOM_SEED CLIENT_ID`
const DROPPED = `OPENAI_API_KEY GITHUB_TOKEN npm_token AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN
  CLIENT_SECRET PGPASSWORD MYSQL_PWD KEY KEY_2 API_KEY_PROD TOKEN2 GH_PAT AZURE_CREDENTIALS GOOGLE_CREDENTIALS_JSON
  DB_PW MYSQL_ROOT_PW DB_PW_2 DOCKER_AUTH_CONFIG SLACK_WEBHOOK_URL DISCORD_WEBHOOK WEBHOOK_URL TEAMS_HOOK_URL APP_PIN OTP
  KUBECONFIG_DATA SERVICE_ACCOUNT_JSON PGPASS VAULT_AUTH_TOKEN
  npm_config__authToken npm_config__auth NPM_AUTH SSHPASS AZURE_STORAGE_CONNECTION_STRING SENTRY_DSN SESSION_COOKIE
  MYPASS ROOTPW ADMINPASS1 KEYPASS SSHKEY PRIVKEY DB_PASSW DB_PSW DB_PASSWORT SENHA URL_HMAC
  BASH_ENV NODE_OPTIONS ELECTRON_RUN_AS_NODE GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CONFIG_COUNT KUBE_EDITOR MANPAGER`
const names = (text: string) => text.trim().split(/\s+/)

it.each(names(KEPT))('a command inherits %s', (name) => {
  expect(child({ [name]: '/x' })[name]).toBe('/x')
})

it.each(names(DROPPED))('a command does not inherit %s', (name) => {
  expect(name in child({ [name]: 'x' })).toBe(false)
})

it.each([
  ['DATABASE_URL', 'postgres://user:password@host/db', false],
  ['DATABASE_URL', 'postgres://user@host/db', true],
  ['REDIS', 'redis://:password@host:6379', false],
  ['STORE', 'Server=x;Password=abcd1234;Timeout=3', false],
  ['OPTIONS', 'Bearer abcdefgh12345678', false],
  ['THING', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', false],
  ['THING', 'glpat-abcdefghijklmnopqrst', false],
  ['THING', 'sk-ant-api03-abcdefghijklmnop', false],
  ['THING', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0xx.abc', false],
  ['THING', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb', false],
  ['NPM_RC', '//registry.example/:_authToken=abcdef', false],
  ['NPM_RC', 'registry=https://registry.example/', true],
  ['REMOTE', 'https://abc123def456ghi@host/repo.git', false],
  ['REMOTE', 'https://ada@host/repo.git', true],
  ['REMOTE', 'https://x-access-token:abcd@host/repo.git', false],
  ['CURL_OPTS', '-H "Authorization: Basic YWJj"', false],
  ['CURL_OPTS', '-H "X-Api-Key: abc"', false],
  ['CURL_OPTS', '--header=PRIVATE-TOKEN:abc', false],
  ['CURL_OPTS', '-sS -u ada:word', false],
  ['CURL_OPTS', '--user=ada:word', false],
  ['CURL_OPTS', '-uada:word', false],
  ['CURL_OPTS', '-su ada:word', false],
  ['JAVA_OPTS', '-Djavax.net.ssl.keyStorePassword=word', false],
  ['JAVA_OPTS', '-Xmx1g -Duser.name=ada', true],
  ['REMOTE', 'https://abcdefghijklmnopqrst@host/repo.git', false],
  ['CURL_OPTS', '-sS -u ada --retry 3', true],
  ['CURL_OPTS', '-H "Accept: text/plain"', true],
  ['RUN_OPTS', '-u 1000:1000 -v /a:/b', true],
  ['TOOL_OPTS', '--password abcd --verbose', false],
  ['TOOL_OPTS', '--token=abcd', false],
  ['TOOL_OPTS', '--no-color --tokens', true],
  ['NETWORK', 'machine host login ada password word', false],
  ['DOCKER', '{"auths":{"host":{"auth":"YWRhOndvcmQ="}}}', false],
  ['SETTINGS', '{"colour":"red","author":"ada"}', true],
  ['LOGIN', 'ada:pw', false],
  ['LOGIN', 'ada:1234', false],
  ['REGISTRY_LOGIN', 'ada@example.org:word', false],
  ['THING', 'ada:word', false],
  ['THING', 'ada:w0rd!x', false],
  ['IMAGE', 'node:lts', true],
  ['THING', 'node:20', true],
  ['THING', 'localhost:8080', true],
  ['THING', 'node:20-alpine', true],
  ['THING', 'example.org:latest', true],
  ['THING', '12:30', true],
  ['THING', 'a/b:c', true],
  ['DEBUG', 'app:server', true],
  ['GTK_MODULES', 'gail:atk-bridge', true],
  ['HISTCONTROL', 'ignorespace:ignoredups', true],
  ['npm_lifecycle_event', 'build:css', true],
  ['MYSQL_OPTS', '-psecret', false],
  ['MYSQL_OPTS', '-h db -P 3306 -u ada', true],
  ['DB_OPTS', '-u ada -psecret', false],
  ['DB_OPTS', '-uada -psecret', false],
  ['DUMP', 'mysqldump -psecret x', false],
  ['REDIS_OPTS', '-a secret', false],
  ['LDAP_OPTS', '-D cn=x -w secret', false],
  ['ARCHIVE', '7z x -psecret', false],
  ['CFLAGS', '-pthread -pipe', true],
  ['RUN_OPTS', '-p 80:80', true],
  ['RUN_OPTS', '-p8080:80', true],
  ['REMOTE', 'https://abcd@host/repo.git', false],
  ['REMOTE', 'https://q7x@host/repo.git', false],
  ['REMOTE', 'https://git@host/repo.git', true],
  ['REMOTE', 'https://ada.l@host/repo.git', true],
  ['REMOTE', 'https://ab@host/repo.git', true],
  ['REMOTE', 'https://host/@scope/x', true],
  ['NOTIFY', 'https://hooks.slack.com/services/T0/B0/x', false],
  ['NOTIFY', 'https://example.com/hooks', true],
  ['NOTIFY', 'https://hook.eu1.make.com/abcdefghij1234567890', false],
  ['NOTIFY', 'https://n8n.example.org/webhook/123e4567', false],
  ['NOTIFY', 'https://maker.ifttt.com/trigger/x/with/key/abcDEF123', false],
  ['STORED', 'https://b.s3.amazonaws.com/x?X-Amz-Signature=0123abcd&X-Amz-Expires=60', false],
  ['ORA', 'scott/tiger@//db:1521/x', false],
  ['ORA', 'jdbc:oracle:thin:scott/tiger@db:1521:x', false],
  ['ACTION', 'actions/checkout@v4', true],
  ['TOOL_OPTS', '--http-password=abcd', false],
  ['CURL_HEADER', 'Basic dXNlcjpwYXNz', false],
  ['LEVEL', 'Basic settings', true],
  ['DEPLOY_SSH', 'LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0K', false],
  ['CA_CERT', 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg', true],
  ['ENTRY', 'ada:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPi', false],
  ['SONAR', 'squ_1234567890abcdef1234567890abcdef12345678', false],
  ['BOT', '123456789:AAF1x_abcdefghijklmnopqrstuvwxyz012', false],
  ['MAIL', 'key-0123456789abcdef0123456789abcdef', false],
  ['THING', 'xK9fQ2mZ7pLw4Rt8VbNc3Yh6', false],
  ['THING', 'YAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', false],
  ['VERCEL_PROJECT_ID', 'prj_xK9fQ2mZ7pLw4Rt8VbNc3Yh6', true],
  ['VITE_MAP', 'xK9fQ2mZ7pLw4Rt8VbNc3Yh6', true],
  ['VITE_API_SECRET', 'xK9fQ2mZ7pLw4Rt8VbNc3Yh6', false],
  ['OUTPUT_HASH', 'sha256-YAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', true],
  ['COMMIT', '0123456789abcdef0123456789abcdef01234567', true],
  ['RUN_ID', 'a1b2c3d4-1111-2222-3333-444455556666', true],
  ['PROJECT', 'MyVeryLongProjectName2024Final', true],
  ['IMAGE', 'Registry-Example/Team-App/Server-2024', true],
  ['TERM_SESSION_ID', 'w0t0p0:A1B2C3D4-1111-2222-3333-444455556666', true],
  ['JAVA_HOME', '/usr/lib/jvm/Java-21-OpenJDK-amd64', true],
  ['VIRTUAL_ENV', '/home/mei/desk-organiser-and-more', true],
  ['PATH', '/usr/bin:/opt/sk-abcdefghijklmnop/bin', true],
  // Without its password no program behind such a proxy would reach anything.
  ['HTTPS_PROXY', 'http://mei:word@proxy:3128', true],
])('a command inherits %s=%s: %s', (name, value, kept) => {
  expect(name in child({ [name]: value })).toBe(kept)
})

describe('a variable that a setting names', () => {
  const inherited = {
    LLM_ACCESS: 'marker-12345',
    COPY: 'x marker-12345 y',
    SHORT: 'abc',
    other: 'z',
    OTHER: 'fine',
  }

  it('stays out, and so does every copy of its value', () => {
    expect(Object.keys(child(inherited, 'linux', ['LLM_ACCESS', 'SHORT']))).toEqual(
      expect.not.arrayContaining(['LLM_ACCESS', 'COPY', 'SHORT']),
    )
  })

  it('is the same in any spelling only on Windows', () => {
    const kept = (platform: NodeJS.Platform) =>
      ['other', 'OTHER'].filter((name) => name in child(inherited, platform, ['Other']))
    expect([kept('win32'), kept('linux')]).toEqual([[], ['other', 'OTHER']])
  })

  it('never reaches a program, whatever it is called and holds', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
    const value = fc.string({ minLength: 8, maxLength: 40 })
    fc.assert(
      fc.property(name, value, fc.dictionary(name, fc.string()), (secret, text, others) => {
        const given = { inherited: { ...others, [secret]: text }, secret: new Set([secret]) }
        for (const platform of ['linux', 'win32'] as const)
          expect(withoutSecrets({ ...given, platform })).not.toHaveProperty([secret])
      }),
    )
  })
})

it('keeps an address with the name of the person, which is no token', () => {
  const inherited = {
    USER: 'zoya',
    REMOTE: 'https://zoya@host/repo.git',
    OTHER: 'https://zoyb@host/repo.git',
  }
  expect(Object.keys(withoutSecrets({ inherited, platform: 'linux', secret: new Set() }))).toEqual([
    'USER',
    'REMOTE',
  ])
})

it('gives a process of the app everything else', () => {
  const inherited = { NODE_OPTIONS: '--inspect', EDITOR: 'vi', MY_TOKEN: 'x' }
  expect(withoutSecrets({ inherited, platform: 'linux', secret: new Set() })).toEqual({
    NODE_OPTIONS: '--inspect',
    EDITOR: 'vi',
  })
})

it('lets nothing wait for a person', () => {
  expect(
    child({
      EDITOR: 'code --wait',
      GIT_EDITOR: 'vi',
      SSH_ASKPASS: '/usr/bin/ksshaskpass',
      SUDO_ASKPASS: 'x',
    }),
  ).toMatchObject({
    EDITOR: 'true',
    VISUAL: 'true',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: 'false',
    SSH_ASKPASS_REQUIRE: 'force',
    GCM_INTERACTIVE: 'never',
    GIT_EDITOR: expect.not.stringContaining('vi'),
  })
})

it('leaves out what would change how a shell reads commands or finds programs', () => {
  const inherited = {
    PATH: ':/usr/bin:.:bin::/opt/x:~/bin',
    LD_PRELOAD: './evil.so /usr/lib/ok.so libplain.so',
    LD_LIBRARY_PATH: '',
    PYTHONPATH: 'src:/opt/python',
    NODE_PATH: 'node_modules',
    CDPATH: '/etc',
    OLDPWD: '/etc',
    SHELLOPTS: 'xtrace',
    BASHOPTS: 'extglob',
    PS4: '$(touch x)',
    BASH_ENV: './x',
    ENV: './x',
    GLOBIGNORE: '*',
    PROMPT_COMMAND: 'x',
    'BASH_FUNC_ls%%': '() { rm x; }',
    HOME: '/home/ada',
  }
  const { PATH, LD_PRELOAD, PYTHONPATH, HOME, ...others } = childEnvironment({
    inherited,
    platform: 'linux',
    secret: new Set(),
  })
  expect({ PATH, LD_PRELOAD, PYTHONPATH, HOME }).toEqual({
    PATH: '/usr/bin:/opt/x',
    LD_PRELOAD: '/usr/lib/ok.so:libplain.so',
    PYTHONPATH: '/opt/python',
    HOME: '/home/ada',
  })
  expect(Object.keys(others).filter((name) => name in inherited)).toEqual([])
})

it('finds programs of the system where the search path names no absolute folder', () => {
  const { PATH } = childEnvironment({ inherited: { PATH: '.:' }, platform: 'linux', secret: new Set() })
  expect(PATH).toBe('/usr/local/bin:/usr/bin:/bin')
})

describe('a variable that the person lets through', () => {
  const inherited = {
    DATABASE_URL: 'postgres://ada:word@host/db',
    LLM_ACCESS: 'marker-12345',
    MY_TOKEN: 'abc',
  }
  const passed = ['DATABASE_URL', 'LLM_ACCESS']

  it('reaches commands, but for one that a setting names', () => {
    const { DATABASE_URL, ...others } = childEnvironment({
      inherited,
      platform: 'linux',
      secret: new Set(['LLM_ACCESS']),
      passed,
    })
    expect(DATABASE_URL).toBe(inherited.DATABASE_URL)
    expect(Object.keys(others).filter((name) => name in inherited)).toEqual([])
  })
})
