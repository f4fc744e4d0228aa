import type { SandboxCheck } from '#shared/sandbox/sandbox.ts'

/**
 * Prints one line for each check, `name yes` or `name no`. Everything it tries is harmless where it succeeds. The last one
 * asks the kernel for the keys of the session (keyctl(2)), which the filter of system calls refuses.
 */
export const SELF_TEST = `
say() { if [ "$2" = 0 ]; then echo "$1 yes"; else echo "$1 no"; fi; }
( echo x > inside.txt ) 2>/dev/null; say project $?
( : > "$SELF_TEST_FILE" ) 2>/dev/null; say files 0
[ ! -e "$SELF_TEST_SECRET" ]; say secrets $?
[ "$(grep -c : /proc/net/dev 2>/dev/null || echo 1)" = 1 ]; say network $?
[ ! -e /run/dbus/system_bus_socket ] && [ ! -e /var/run/docker.sock ]; say sockets $?
n=$(ls /proc 2>/dev/null | grep -c '^[0-9]'); [ "$n" -lt 20 ]; say processes $?
calls_closed() {
  grep -q '^Seccomp:.2' /proc/self/status || return 1
  case "$(uname -m)" in x86_64) n=250 ;; aarch64) n=219 ;; *) return 1 ;; esac
  if command -v perl >/dev/null 2>&1; then perl -e 'exit(syscall($ARGV[0] + 0, 0, -3, 0) >= 0 ? 1 : 0)' "$n"
  elif command -v python3 >/dev/null 2>&1; then python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(int(sys.argv[1]), 0, -3, 0) >= 0)' "$n"
  fi
}
calls_closed; say calls $?
`

/**
 * Reads what the self-test printed. A check without a line has failed. Whether it wrote in the home folder shows only
 * outside: a home below a temporary folder is another one inside.
 */
export function readSelfTest(
  output: string,
  wroteAtHome: boolean,
): { readonly check: SandboxCheck; readonly ok: boolean }[] {
  const lines = new Map(output.split('\n').map((line) => line.split(' ') as [string, string]))
  const checks: readonly SandboxCheck[] = [
    ...(['project', 'files', 'secrets', 'network', 'sockets', 'processes', 'calls'] as const),
  ]
  return checks.map((check) => ({
    check,
    ok: lines.get(check) === 'yes' && !(check === 'files' && wroteAtHome),
  }))
}
