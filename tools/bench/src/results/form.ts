/** `short` has the data of `full`, in fewer and shorter rounds. */
export type Form = 'quick' | 'short' | 'full'
