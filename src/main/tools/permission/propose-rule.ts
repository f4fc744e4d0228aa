import type { PermissionRule } from '#shared/permission/rule.ts'
import { escapePattern } from './pattern.ts'
import type { SimpleCommand } from './split-command.ts'

/** Programs whose arguments decide everything: only the very same command is remembered. */
const ARGUMENTS_DECIDE = new Set(
  `rm rmdir mv cp dd ln chmod chown chgrp kill pkill killall mkfs mount umount truncate shred tee sudo doas env
  bash sh zsh dash ksh fish node deno bun python python3 ruby perl php lua osascript powershell pwsh cmd
  curl wget ssh scp rsync nc telnet npx pnpx bunx uvx eval source . xargs parallel find awk sed crontab at
  systemctl service reboot shutdown open xdg-open start docker podman kubectl psql mysql sqlite3`.split(
    /\s+/,
  ),
)

/** Programs whose second word says what they do. */
const WITH_SUBCOMMANDS = new Set(
  'git npm pnpm yarn cargo go make just gh uv pip poetry dotnet mvn gradle rake bundle tsc turbo nx'.split(
    ' ',
  ),
)
const RUNNERS = new Set(['npm', 'pnpm', 'yarn'])
const GIT_ARGUMENTS_DECIDE = /^(push|reset|clean|rebase|config|filter-branch|update-ref|gc|remote|submodule)$/
const RUNNER_ARGUMENTS_DECIDE = /^(publish|dlx|exec|x|create|init|login|config|set-script)$/
const PLAIN = /^[A-Za-z][\w:.-]*$/

/** The rule that "always allow" would make out of one command: as narrow as it can be and still of use. */
export function proposeRule(command: SimpleCommand, outside: boolean): PermissionRule | null {
  if (command.unsure !== null) return null
  const words = command.text.split(' ')
  const prefix = outside || command.text.includes("'") ? null : reusablePrefix(words)
  const wide = prefix !== null && words.length > prefix.length
  const pattern = wide ? `${escapePattern(prefix.join(' '))} *` : escapePattern(command.text)
  return { tool: 'bash', pattern, action: 'allow' }
}

function reusablePrefix(words: readonly string[]): string[] | null {
  const [name = '', sub = '', third = ''] = words
  if (!PLAIN.test(name) || ARGUMENTS_DECIDE.has(name)) return null
  if (!WITH_SUBCOMMANDS.has(name)) return [name]
  if (!PLAIN.test(sub)) return null
  if (name === 'git' && GIT_ARGUMENTS_DECIDE.test(sub)) return null
  if (!RUNNERS.has(name)) return [name, sub]
  if (RUNNER_ARGUMENTS_DECIDE.test(sub)) return null
  // `pnpm vitest run` and `npm run lint` are only told apart by their third word.
  return PLAIN.test(third) && !third.includes('.') ? [name, sub, third] : [name, sub]
}
