import { readdir } from 'node:fs/promises'
import { isErrno } from '../../lib/errno.ts'
import { type Located, locatePath } from './locate-path.ts'
import { type PathFlavour, resolvePath } from './project-path.ts'
import { standingAt } from './stored-file.ts'

/**
 * Locates a file that is there, also by a name that only looks like its own. Screenshots of macOS have a narrow
 * no-break space in their names, which models write as a space; quotes and composed accents are alike.
 */
export async function locateFile(root: string, input: string, flavour: PathFlavour): Promise<Located> {
  const place = await locatePath(root, input, flavour)
  const { path } = flavour
  const name = path.basename(place.absolute)
  if (!/[^\w.-]/.test(name) || (await standingAt(place)).kind !== 'nothing') return place
  const folder = path.dirname(resolvePath(root, input, flavour))
  const alike = (await namesIn(folder)).filter((each) => plain(each) === plain(name))
  const [only] = alike
  // Several could be meant: then the name must be written as it is.
  if (only === undefined || alike.length > 1) return place
  return await locatePath(root, path.join(folder, only), flavour)
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s/g, ' ')
    .replace(/[\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
    throw error
  }
}
