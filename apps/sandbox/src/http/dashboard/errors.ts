/** The dashboard cannot be served: the files of its page are not where the build puts them. */
export class DashboardFilesMissing extends Error {
  override readonly name = 'DashboardFilesMissing'
  readonly code = 'dashboard_files_missing'

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The files of the dashboard are missing: ${folder} has no main.js. ` +
        'Build the package again, or start with --no-dashboard.',
      options,
    )
  }
}
