import {
  AGENT_FILES,
  AGENT_FOLDERS,
  EDITOR_FILES,
  EDITOR_FOLDERS,
} from '#shared/permission/program-settings.ts'

/** Caches of package managers, relative to the home folder. Commands may write there when they exist. */
export const CACHE_FOLDERS: readonly string[] = [
  '.npm',
  '.cache/pip',
  '.cache/yarn',
  '.cache/node-gyp',
  '.cache/pypoetry',
  '.cache/pnpm',
  '.local/share/pnpm/store',
  '.pnpm-store',
  '.yarn/cache',
  '.yarn/berry',
  '.cargo/registry',
  '.cargo/.package-cache',
  '.cargo/.package-cache-mutate',
  '.cargo/.global-cache',
  'go/pkg',
  'go/pkg/mod/cache/download',
  '.m2/repository',
  '.gradle/caches',
  '.nuget/packages',
  '.bun/install/cache',
  'Library/Caches/pip',
  'Library/Caches/Yarn',
  'Library/Caches/pnpm',
  'Library/pnpm/store',
]

/**
 * Caches that hold programs, which the person starts later, or repositories and objects that programs trust. Relative to
 * the home folder. Commands of a project have folders of their own there. A cache that is named above too is open inside
 * such a folder.
 */
export const PRIVATE_CACHES: readonly string[] = [
  '.npm/_npx',
  '.cache/uv',
  '.cache/pypoetry/virtualenvs',
  '.cache/go-build',
  '.cache/deno',
  '.cache/ccache',
  '.cache/sccache',
  '.ccache',
  '.cargo/registry/src',
  '.cargo/git',
  'go/pkg/mod/golang.org',
  'go/pkg/mod/cache',
  'go/pkg/mod/cache/download/golang.org/toolchain',
  'Library/Caches/go-build',
  'Library/Caches/deno',
]

/** Whether a private cache holds only repositories. Where no folder can replace it, it stays closed. */
export function holdsRepositories(path: string): boolean {
  return path.endsWith('/.cargo/git')
}

/** Caches that a program needs and creates itself, by the name of the program. */
export const NEEDED_CACHES: Readonly<Record<string, readonly string[]>> = {
  npm: ['.npm/_npx'],
  cargo: ['.cargo/registry/src', '.cargo/git'],
  go: ['go/pkg/mod/golang.org', 'go/pkg/mod/cache/download/golang.org/toolchain', '.cache/go-build'],
  uv: ['.cache/uv'],
  pip3: ['.cache/pip'],
}

/** Folders and files with secrets, relative to the home folder. Commands do not see what is in them. */
export const SECRET_PLACES: readonly string[] = [
  '.ssh',
  '.aws',
  '.gnupg',
  '.azure',
  '.kube',
  '.docker',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.config/containers/auth.json',
  '.config/git/credentials',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.mozilla',
  '.thunderbird',
  '.password-store',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.local/share/containers',
  '.netrc',
  '.git-credentials',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.vault-token',
  '.terraform.d/credentials.tfrc.json',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.local/share/opencode/auth.json',
  '.pulumi/credentials.json',
  '.databrickscfg',
  '.config/solana',
  '.gemini/oauth_creds.json',
  '.config/github-copilot',
  '.config/glab-cli',
  '.config/doctl',
  '.config/hcloud',
  '.config/sops',
  '.config/composer/auth.json',
  '.config/pypoetry/auth.toml',
  '.config/Bitwarden',
  '.config/Bitwarden CLI',
  '.composer/auth.json',
  '.s3cfg',
  '.gem/credentials',
  '.local/share/gem/credentials',
  '.cache/huggingface/token',
  '.huggingface/token',
  '.kaggle',
  '.fly',
  '.Xauthority',
  '.sqlite_history',
  '.local/share/fish/fish_history',
  ...`firefox chromium brave thunderbird bitwarden slack discord telegram-desktop signal-desktop`
    .split(' ')
    .map((name) => `snap/${name}`),
  '.var/app',
  '.orrery',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Application Support/BraveSoftware',
]

/** More of them: of clouds, services, mail, chats, wallets, sign-ins to other machines, and what was typed. */
export const OTHER_SECRETS: readonly string[] = `
  .boto .config/gsutil .oci .aliyun .bluemix .config/scw .config/linode-cli .config/heroku .local/share/com.vercel.cli
  .config/netlify .railway .wrangler .config/.wrangler .supabase .config/stripe .config/ngrok .ngrok2 .cloudflared .tsh
  .step .config/helm/registry .minikube/certs .pulumi/credentials.json .terraformrc .sbt/.credentials .ivy2/.credentials
  .nuget/NuGet/NuGet.Config .openai .config/openai .anthropic .config/anthropic .grok .config/Signal .config/Slack
  .config/discord .config/Element .local/share/TelegramDesktop .purple .irssi .weechat .config/weechat .config/hexchat
  .local/share/evolution .config/evolution .config/goa-1.0 .authinfo .authinfo.gpg .config/msmtp .msmtprc .fetchmailrc
  .offlineimaprc .mbsyncrc .config/1Password .config/keybase .config/rbw .local/share/rbw .local/share/lpass .lastpass
  .config/age .age .config/KeePass .config/keepassxc .bitcoin .electrum .ethereum .config/filezilla .config/remmina
  .local/share/remmina .vnc .config/tigervnc .config/rustdesk .smbcredentials .davfs2 .subversion/auth .lftp
  .local/share/DBeaverData .config/Postman .config/Insomnia .config/google-chrome-beta .config/google-chrome-unstable
  .config/thorium .config/qutebrowser .local/share/qutebrowser .config/falkon .local/share/epiphany .librewolf .waterfox
  .zen .floorp .rediscli_history .irb_history .dbshell .lesshst .viminfo .zhistory .histfile .sh_history
  .config/nushell/history.txt .config/nushell/history.sqlite3 .local/share/atuin .config/atuin .ghc/ghci_history
  .ipython/profile_default/history.sqlite .local/share/mcfly .local/state/bash/history .local/state/zsh/history
  .local/state/python_history`
  .trim()
  .split(/\s+/)

/** Files that often hold settings alone, relative to the home folder. They are hidden when they hold a token. */
export const MAYBE_SECRET_FILES: readonly string[] = [
  '.npmrc',
  '.yarnrc.yml',
  '.config/pip/pip.conf',
  '.pip/pip.conf',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.bundle/config',
]

/** Files of the system that only an administrator may read. */
export const SYSTEM_SECRETS: readonly string[] = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/ssh/ssh_host_rsa_key',
  '/etc/ssh/ssh_host_ecdsa_key',
  '/etc/ssh/ssh_host_ed25519_key',
  '/etc/orrery',
  '/var/lib/docker',
  '/var/spool/cron',
]

/**
 * Names in a project, in lower case, that decide what other programs run or what agents may do. Commands in the sandbox
 * never change them.
 */
export const STEERING_NAMES: readonly string[] = [
  '.orrery',
  '.claude',
  '.agents',
  '.mcp.json',
  '.husky',
  '.envrc',
  '.gitmodules',
  '.devcontainer',
  '.devcontainer.json',
  ...EDITOR_FOLDERS,
  ...EDITOR_FILES,
  ...AGENT_FOLDERS,
  ...AGENT_FILES,
]

/**
 * Those of them that say what agents and editors may do. They are closed in every folder of a project: each may be opened
 * alone.
 */
export const AGENT_NAMES: ReadonlySet<string> = new Set([
  '.orrery',
  '.claude',
  '.mcp.json',
  '.vscode',
  '.cursor',
  '.zed',
  '.windsurf',
  '.helix',
  '.fleet',
  ...AGENT_FOLDERS,
  ...AGENT_FILES,
])

/** Names in a home folder that shells and git read when they start. */
export const START_UP_NAMES: readonly string[] = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.xprofile',
  '.xsessionrc',
  '.pam_environment',
  '.gitconfig',
  '.config/git',
  '.config/fish',
  '.config/environment.d',
  '.config/autostart',
  '.config/systemd',
  '.local/bin',
  'bin',
]
