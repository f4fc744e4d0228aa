import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { planOfLook } from '../files/file-acts.ts'
import { locatePath } from '../files/locate-path.ts'
import { existingAt } from '../files/stored-file.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './list.md?raw'
import { type ListDeps, listFolder } from './list-folder.ts'

const ListArgs = z.strictObject({
  path: z.string().default('.'),
  depth: z.number().int().min(1).max(3).default(1),
})

/** Shows what is in a folder, one to three levels of it. */
export function createListTool(deps: ListDeps): Tool {
  const { flavour } = deps
  return defineTool({
    name: 'list',
    title: 'List',
    description,
    schema: ListArgs,
    parallel: true,
    access: 'read',
    takesPath: 'place',
    early: true,
    plan: async ({ path }, { root }) =>
      await planOfLook('list', await locatePath(root, path, flavour), { root, flavour }),
    run: async ({ path, depth }, context, signal, fresh) => {
      const folder = fresh?.place ?? (await locatePath(context.root, path, flavour))
      if ((await existingAt(folder)).kind === 'file') {
        throw AppError.forAgent('tool.failed', `${folder.shown} is a file. Use read to see what is in it.`)
      }
      return await listFolder({ folder, path, depth }, deps, context, signal)
    },
  })
}
