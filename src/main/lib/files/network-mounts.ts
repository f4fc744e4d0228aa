import { readFile } from 'node:fs/promises'

/** File systems whose answers may come from another computer or another program. */
const SLOW =
  /^(nfs\d*|cifs|smb\d*|smbfs|9p|afs|autofs|beegfs|ceph|coda|davfs|drvfs|fuse(blk)?(\..*)?|glusterfs|gpfs|lustre|ncpfs|orangefs)$/

/**
 * Returns the folders on which network drives and file systems of other programs are mounted. Only Linux lists them as
 * text; elsewhere there are none.
 */
export async function networkMounts(): Promise<readonly string[]> {
  try {
    return slowMountsIn(await readFile('/proc/self/mounts', 'utf8'))
  } catch {
    return []
  }
}

/** Reads a listing of mounts (proc_mounts(5)): device, folder, type; spaces in a folder are octal. */
export function slowMountsIn(listing: string): string[] {
  return listing.split('\n').flatMap((line) => {
    const [, folder = '', type = ''] = line.split(' ')
    if (!SLOW.test(type)) return []
    return [
      folder.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
    ]
  })
}
