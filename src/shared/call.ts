import { z } from 'zod'

export const HostName = z.enum(['desktop', 'browser', 'cli'])
export type HostName = z.infer<typeof HostName>

export interface Call<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly input: In
  readonly output: Out
  readonly hosts: readonly HostName[]
}

/** One line of the table of calls. */
export const call = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out, hosts: readonly HostName[]) =>
  ({ input, output, hosts }) satisfies Call<In, Out>

/** The hosts that show a page. */
export const pages = ['desktop', 'browser'] as const
export const nothing = z.strictObject({})
/** Where the next page of a long answer begins; null asks for the first, and answers that there is no other. */
export const cursor = z.string().max(64).nullable()
