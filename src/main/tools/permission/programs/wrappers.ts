/** A program whose only purpose is to start another one. */
export type Wrapper = {
  /**
   * `clear`: only the inner command is executed. `changed`: it runs with other rights or in another
   * environment, so only a rule for the whole command allows it. `unseen`: its arguments are unknown here. `moved`: its
   * paths mean other files than here.
   */
  readonly trust: 'clear' | 'changed' | 'unseen' | 'moved'
  /** Options that stand alone. */
  readonly flags: RegExp
  /** Options whose value is the next word. */
  readonly valued: RegExp
  /** Words before the inner command that are no options. */
  readonly operands: number
}

const NONE = /^$/
const clear = { trust: 'clear', flags: NONE, valued: NONE, operands: 0 } as const
const moved = { trust: 'moved', flags: /^-/, valued: NONE, operands: 0 } as const
const changed = { trust: 'changed', flags: /^-/, valued: NONE, operands: 0 } as const

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['command', { ...clear, flags: /^-p$/ }],
  ['exec', { ...clear, flags: /^-[cl]+$/, valued: /^-a$/ }],
  ['nohup', clear],
  ['time', { ...clear, flags: /^-p$/ }],
  ['nice', { ...clear, flags: /^(-\d+|-n-?\d+|--adjustment=.*)$/, valued: /^(-n|--adjustment)$/ }],
  ['ionice', { ...clear, flags: /^(-t|-[cn]\d)$/, valued: /^-[cn]$/ }],
  [
    'timeout',
    {
      ...clear,
      flags: /^(-[ks].+|--(foreground|preserve-status|verbose)|-v|--(kill-after|signal)=.*)$/,
      valued: /^(-[ks]|--kill-after|--signal)$/,
      operands: 1,
    },
  ],
  ['stdbuf', { ...clear, flags: /^(-[ioe].+|--(input|output|error)=.*)$/, valued: /^-[ioe]$/ }],
  ['setsid', { ...clear, flags: /^(-[cfw]+|--(fork|wait|ctty))$/ }],
  ['env', { ...clear, flags: /^(-|-i|-0|--ignore-environment|--unset=.*|-u.+)$/, valued: /^(-u|--unset)$/ }],
  ['sudo', { ...changed, flags: /^-[AbEHnPS]+$/, valued: /^-[ughpCrtUDRT]$/ }],
  ['doas', { ...changed, flags: /^-[nL]$/, valued: /^-[uC]$/ }],
  ['pkexec', { ...changed, flags: /^--/, valued: /^--user$/ }],
  ['chroot', { ...moved, flags: /^--/, operands: 1 }],
  ['strace', { ...changed, valued: /^-[oeps]$/ }],
  ['ltrace', { ...changed, valued: /^-[oeps]$/ }],
  ['watch', { ...changed, valued: /^(-n|--interval)$/ }],
  ['flock', { ...changed, valued: /^-[wE]$/, operands: 1 }],
  ['taskset', { ...changed, operands: 1 }],
  ['chrt', { ...changed, operands: 1 }],
  ['setarch', { ...changed, operands: 1 }],
  ['linux64', changed],
  ['linux32', changed],
  ['unshare', changed],
  ['nsenter', { ...moved, valued: /^-[tSG]$/ }],
  ['setpriv', changed],
  ['runuser', { ...changed, valued: /^-[ugG]$/ }],
  ['systemd-run', { ...changed, valued: /^-[pEMtu]$/ }],
  ['systemd-inhibit', changed],
  ['xvfb-run', { ...changed, valued: /^-[nsfep]$/ }],
  ['dbus-run-session', changed],
  ['dbus-launch', changed],
  ['fakeroot', changed],
  ['prlimit', changed],
  ['choom', { ...changed, valued: /^-n$/ }],
  ['catchsegv', changed],
  ['unbuffer', changed],
  ['rlwrap', changed],
  ['valgrind', changed],
  ['firejail', moved],
  ['bwrap', moved],
  ['proot', moved],
  ['fakechroot', moved],
  ['systemd-nspawn', moved],
  ['entr', { ...changed, trust: 'unseen' }],
  ['watchexec', { ...changed, trust: 'unseen' }],
  [
    'xargs',
    {
      ...changed,
      trust: 'unseen',
      valued: /^(-[IdEnLPsa]|--(max-args|max-procs|max-chars|delimiter|arg-file))$/,
    },
  ],
  [
    'parallel',
    {
      ...changed,
      trust: 'unseen',
      valued:
        /^(-[IjnNLPSaCd]|--(jobs|max-procs|max-args|max-replace-args|max-lines|colsep|delimiter|delay|timeout|retries|joblog|tmpdir|halt|arg-file|sshlogin|load|memfree|results|block|basefile|workdir|env|profile|tagstring|shuf))$/,
    },
  ],
])

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'fish', 'busybox'])

/** Variables that change how a program talks and not what it does. */
const HARMLESS =
  /^(CI|NODE_ENV|FORCE_COLOR|NO_COLOR|TZ|LANG|LC_[A-Z]+|TERM|COLUMNS|LINES|RUST_BACKTRACE|DEBUG)$/

export function wrapperNamed(name: string): Wrapper | undefined {
  return WRAPPERS.get(name)
}

export function isShell(name: string): boolean {
  return SHELLS.has(name)
}

export function isHarmlessVariable(name: string): boolean {
  return HARMLESS.test(name)
}
