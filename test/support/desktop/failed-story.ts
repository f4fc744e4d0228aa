import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Desktop, REPOSITORY, takePicture } from './desktop.ts'

/** Where the trace and the logs of failed stories go. */
const FAILURES = join(REPOSITORY, 'out', 'failures')

/**
 * Keeps what explains a failed test: a picture in `out/screenshots`, and in `out/failures/<test>` the trace of
 * the test's actions, the output of the app and its log files. The test has failed already, so a part that cannot
 * be had, because the window or the app is gone, is left out.
 */
export async function keepFailure(desktop: Desktop, test: string): Promise<void> {
  const name = test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)
  const folder = join(FAILURES, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'output.txt'), [...desktop.pageProblems(), desktop.said()].join('\n'))
  const parts = [
    () => takePicture(desktop.page, `failed-${name}`),
    () => desktop.saveTrace(join(folder, 'trace.zip')),
    () => cp(join(desktop.home, 'logs'), join(folder, 'logs'), { recursive: true }),
  ]
  for (const part of parts) await part().catch(() => undefined)
}
