import { AppError } from '#shared/errors.ts'
import type { OpenedCall, Tool } from './tool.ts'

/**
 * Wraps a tool so that it does nothing while the project folder is missing. Otherwise it could create a new
 * folder in place of an unmounted disk.
 */
export function needsFolder(tool: Tool, isFolder: (path: string) => Promise<boolean>): Tool {
  return {
    ...tool,
    open: (args) => {
      const opened = tool.open(args)
      return opened.ok ? { ok: true, call: checked(tool, opened.call, isFolder) } : opened
    },
  }
}

function checked(
  { access }: Tool,
  call: OpenedCall,
  isFolder: (path: string) => Promise<boolean>,
): OpenedCall {
  const check = async (root: string): Promise<void> => {
    if (await isFolder(root)) return
    throw AppError.forAgent(
      'project.not_found',
      `The project folder ${root} is not there now. It may have been moved or renamed, or its disk is not mounted. Tell the person; nothing can be done in it until it is back.`,
    )
  }
  return {
    plan: async (context, signal) => {
      // Reads rarely need an approval, so no question is saved by an early check.
      if (access !== 'read') await check(context.root)
      return call.plan(context, signal)
    },
    // Asked again: the person may have taken their time to allow it.
    run: async (context, signal, fresh) => {
      if (access !== 'read') await check(context.root)
      try {
        return await call.run(context, signal, fresh)
      } catch (error) {
        // A read in a missing folder fails first; the check then gives the reason.
        if (access === 'read' && error instanceof AppError) await check(context.root)
        throw error
      }
    },
  }
}
