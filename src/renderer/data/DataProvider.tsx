import { createContext, type ReactNode, useContext } from 'react'
import type { Data } from './data.ts'

const DataContext = createContext<Data | null>(null)

/** Gives the components of a window their data layer. */
export function DataProvider({ data, children }: { readonly data: Data; readonly children: ReactNode }) {
  return <DataContext value={data}>{children}</DataContext>
}

/** Returns the data layer of this window. */
export function useData(): Data {
  const data = useContext(DataContext)
  if (data === null) throw new Error('A component that reads data is outside of the DataProvider.')
  return data
}
