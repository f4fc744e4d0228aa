import { z } from 'zod'
import type { Seen } from './processes.ts'

/** Linux counts processor time in hundredths of a second on every system it runs on. */
const TICK_MS = 10

/**
 * Reads one process of Linux from its `stat`, `status` and `cmdline`, and from how long the system is up. Null for one
 * that has ended, or of which nothing can be read.
 */
export function parseProc(
  { stat, status, cmdline }: { stat: string; status: string; cmdline: string },
  upMs: number,
): Seen | null {
  const open = stat.indexOf('(')
  // The program's name stands in brackets and may contain anything, brackets as well.
  const close = stat.lastIndexOf(')')
  const fields = stat.slice(close + 2).split(' ')
  const [state, parent, group] = fields
  const numberAt = (index: number) => Number(fields[index])
  const pid = Number.parseInt(stat, 10)
  if (open < 0 || close < 0 || !Number.isInteger(pid) || state === 'Z' || state === 'X') return null
  const words = cmdline.split('\0').filter((word) => word !== '')
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    cpuMs: (numberAt(11) + numberAt(12)) * TICK_MS,
    memory: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    ageMs: Math.max(0, upMs - numberAt(19) * TICK_MS),
    command: words.length > 0 ? words.join(' ') : stat.slice(open + 1, close),
  }
}

/** Output fields of macOS `ps`; the command comes last because it may contain anything. */
export const PS_FIELDS = 'pid=,ppid=,pgid=,state=,time=,rss=,etime=,command='

/** Reads what `ps -A -ww -o` with `PS_FIELDS` prints. */
export function parsePsTable(output: string): Seen[] {
  return output.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+([\d:.-]+)\s+(\d+)\s+([\d:-]+)\s+(.*)$/.exec(line)
    const [, pid, parent, group, state = '', time = '', rss, etime = '', command = ''] = found ?? []
    if (found === null || state.startsWith('Z')) return []
    const ids = { pid: Number(pid), parent: Number(parent), group: Number(group) }
    return [{ ...ids, cpuMs: clockMs(time), memory: Number(rss) * 1024, ageMs: clockMs(etime), command }]
  })
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` in milliseconds. */
function clockMs(text: string): number {
  const [rest = '', days = '0'] = text.split('-').toReversed()
  const parts = rest.split(':').map(Number)
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1_000)
}

/** The PowerShell command. Times are in units of 100 ns, as in Windows. */
export const CIM_COMMAND =
  'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,KernelModeTime,UserModeTime,WorkingSetSize,CommandLine,Name,@{n="Age";e={[long]((Get-Date)-$_.CreationDate).TotalMilliseconds}} | ConvertTo-Json -Compress'

const CimProcess = z.object({
  ProcessId: z.number(),
  ParentProcessId: z.number(),
  KernelModeTime: z.coerce.number().catch(0),
  UserModeTime: z.coerce.number().catch(0),
  WorkingSetSize: z.coerce.number().catch(0),
  CommandLine: z.string().nullish(),
  Name: z.string().nullish(),
  Age: z.number().nullish(),
})

/** Reads what `CIM_COMMAND` prints: a list, or one object where there is only one. What cannot be read is left out. */
export function parseCim(output: string): Seen[] {
  const json: unknown = JSON.parse(output.trim() === '' ? '[]' : output)
  return (Array.isArray(json) ? json : [json]).flatMap((each) => {
    const parsed = CimProcess.safeParse(each)
    if (!parsed.success) return []
    const it = parsed.data
    return [
      {
        pid: it.ProcessId,
        parent: it.ParentProcessId,
        group: it.ProcessId,
        cpuMs: Math.round((it.KernelModeTime + it.UserModeTime) / 10_000),
        memory: it.WorkingSetSize,
        ageMs: Math.max(0, it.Age ?? 0),
        command: it.CommandLine ?? it.Name ?? '',
      },
    ]
  })
}
