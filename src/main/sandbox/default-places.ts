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
  '.cargo/git',
  '.cargo/.package-cache',
  '.cargo/.package-cache-mutate',
  '.cargo/.global-cache',
  'go/pkg',
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
 * the home folder. Commands of a project have folders of their own there.
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
  '.cargo/git/checkouts',
  'go/pkg/mod/golang.org',
  'go/pkg/mod/cache/vcs',
  'go/pkg/mod/cache/download/golang.org/toolchain',
  'Library/Caches/go-build',
  'Library/Caches/deno',
]

/** Caches that a program needs and creates itself, by the name of the program. */
export const NEEDED_CACHES: Readonly<Record<string, readonly string[]>> = {
  npm: ['.npm/_npx'],
  cargo: ['.cargo/registry/src', '.cargo/git/checkouts'],
  go: [
    'go/pkg/mod/golang.org',
    'go/pkg/mod/cache/vcs',
    'go/pkg/mod/cache/download/golang.org/toolchain',
    '.cache/go-build',
  ],
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
  'snap/firefox',
  'snap/chromium',
  '.var/app/org.mozilla.firefox',
  '.var/app/com.google.Chrome',
  '.var/app/org.chromium.Chromium',
  '.var/app/com.brave.Browser',
  '.orrery',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Application Support/BraveSoftware',
]

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
  '.vscode',
  '.cursor',
  '.codex',
  '.gemini',
  '.idea',
  '.husky',
  '.envrc',
  '.gitmodules',
  '.devcontainer',
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
  '.codex',
  '.gemini',
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
  '.gitconfig',
  '.config/git',
  '.config/fish',
  '.config/autostart',
  '.config/systemd',
  '.local/bin',
  'bin',
]
