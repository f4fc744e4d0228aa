/** Programs that read options or commands from a file, and the words that say so. These may name any file. */
const READERS: ReadonlyMap<string, RegExp> = new Map([
  ...'gcc g++ cc c++ clang clang++ ld lld ar java javac javadoc rustc kotlinc csc swiftc tsc mypy esbuild 7z 7za 7zr'
    .split(' ')
    .map((name): [string, RegExp] => [name, /^@/]),
  ['jar', /^(@|-?[a-zA-Z]*x|--extract)/],
  ['curl', /^(-[a-zA-Z]*K|--conf)/],
  ['wget', /^(-[a-zA-Z]*[ei]|--(exe|conf|input-f))/],
  ['wget2', /^(-[a-zA-Z]*[ei]|--(exe|conf|input-f))/],
  ['aria2c', /^(-[a-zA-Z]*i|--(conf|input))/],
  ['lftp', /^-[a-zA-Z]*f/],
  ['ssh', /^-[a-zA-Z0-9]*F/],
  ['scp', /^-[a-zA-Z0-9]*F/],
  ['sftp', /^-[a-zA-Z0-9]*[bF]/],
  ['psql', /^(-[a-zA-Z0-9]*f|--file)|\\i/],
  ['sqlite3', /^--?init$|^\s*\.(read|shell|system)\b/],
  ['gdb', /^--?(x|ix|command|init-command)\b|\bsource\b/],
  ['lldb', /^(-[a-zA-Z]*[sS]|--source)|\bsource\b/],
  ['tmux', /^(-[a-zA-Z0-9]*f|source|source-file)$/],
  ['screen', /^(-[a-zA-Z]*c|source)$/],
  ['gpg', /^--(options|homedir)/],
  ['gpg2', /^--(options|homedir)/],
  ['openssl', /^-config$/],
  ['pandoc', /^(-[a-zA-Z]*d|--def)/],
  ['bazel', /^--\w*bazelrc/],
  ['redis-server', /^[^-]/],
  ['logrotate', /^[^-]/],
  ['doxygen', /^/],
  ...'nginx mongod haproxy supervisord rsyslogd dnsmasq httpd caddy msmtp mutt'
    .split(' ')
    .map((name): [string, RegExp] => [name, /^-[a-zA-Z]*[cCfF]/]),
])

/** Long options of any program that lead to such a file, unlike `--src`, `--typescript` and `--batch-size`. */
const LEADING =
  /^--?[a-z-]*(config|conf|options|defaults|(?<!-s)rc|commands?|batch|(?<!type|java|tran)script|init)(-(?!(size|timeout|count|limit|delay)\b)[a-z]+)?-?(file|path|locations?)?(=|$)/

/**
 * Whether a program reads more options or commands from a file. Those that run a project read its files anyway: of them
 * only what is named in the table counts.
 */
export function readsOptions(base: string, words: readonly string[], runsProject: boolean): boolean {
  const pattern = READERS.get(base)
  // Without any word some read such a file too.
  if (pattern !== undefined && ['', ...words].some((word) => pattern.test(word))) return true
  return !runsProject && words.some((word) => LEADING.test(word))
}
