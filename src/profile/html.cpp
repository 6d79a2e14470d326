// The HTML page. The page has only styles and text, no script, so it can be read, printed and sent anywhere. Its parts
// are in page_*.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "profile/page.h"
#include "profile/report.h"

namespace eugene::profile {
namespace {

using page::escaped;
using page::grouped;

// Adds the device, the date, Eugene's version, and the command.
void head_of_page(std::string& html, const About& about) {
  const std::string version = about.version.empty() ? "" : "Eugene " + about.version;
  std::string line;
  for (const std::string& each : {about.device, about.date, version}) {
    if (!each.empty()) line += fmt::format("{}{}", line.empty() ? "" : " · ", escaped(each));
  }
  if (!line.empty()) html += fmt::format("<p class=about>{}</p>\n", line);
  if (!about.command.empty())
    html +=
        fmt::format("<p class=about><code>{}</code></p>\n", escaped(fmt::format("{}", fmt::join(about.command, " "))));
}

// Adds a table of the kernels with their shares of the estimated time.
void contents(std::string& html, const std::vector<KernelReport>& kernels) {
  if (kernels.size() < 2) return;
  double all = 0;
  for (const KernelReport& each : kernels) all += each.estimate.cycles();
  html += "<nav><table class=toc><tr><th class=t>kernel</th><th>cycles</th><th>of all</th><th>dispatches</th></tr>\n";
  for (std::size_t number = 0; number < kernels.size(); ++number) {
    const KernelReport& kernel = kernels[number];
    fmt::format_to(std::back_inserter(html),
                   "<tr><td class=t><a href=\"#kernel{}\">{}</a></td><td>{}</td><td>{:.1f}%</td><td>{}</td></tr>\n",
                   number, escaped(kernel.label()), grouped(kernel.estimate.cycles()),
                   all == 0 ? 0 : 100 * kernel.estimate.cycles() / all, grouped(kernel.counts->dispatches));
  }
  html += "</table></nav>\n";
}

// Returns sentences about how much of the GPU the kernel uses.
std::string use_of_gpu(const KernelReport& kernel) {
  std::string text;
  auto out = std::back_inserter(text);
  if (const Occupancy& occupancy = kernel.occupancy; !occupancy.limits.empty())
    fmt::format_to(out, " Occupancy: <b>{} of {} threads</b> at a time ({:.0f}%), limited by <b>{}</b>.",
                   grouped(occupancy.threads()), grouped(occupancy.capacity), 100 * occupancy.share(),
                   occupancy.limits.front().what);
  if (const Roofline& roofline = kernel.roofline; !roofline.roofs.empty())
    fmt::format_to(out, " It reaches <b>{:.2f} {} operations a cycle</b>, {:.1f}% of the lowest roof, <b>{}</b>.",
                   roofline.reached, roofline.is_floating ? "floating-point" : "integer", 100 * roofline.share(),
                   roofline.roofs.front().part);
  return text;
}

void summary(std::string& html, const KernelReport& kernel, std::size_t number) {
  const std::string sample = kernel.sample();
  fmt::format_to(
      std::back_inserter(html),
      "<h2 id=\"kernel{}\">{}</h2>\n<p>{} dispatches, {} threads, {} instructions, {:.1f} channels enabled on "
      "average. Estimated time: <b>{} cycles</b>, limited by <b>{}</b>{}{}.{}</p>\n",
      number, escaped(kernel.label() + kernel.of_file()), grouped(kernel.counts->dispatches),
      grouped(kernel.counts->threads), grouped(kernel.all.executions), KernelReport::channels(kernel.all),
      grouped(kernel.estimate.cycles()), kernel.estimate.limits.front().part, sample.empty() ? "" : "; ", sample,
      use_of_gpu(kernel));
}

void problems(std::string& html, const KernelReport& kernel, std::size_t number) {
  for (const Bottleneck& each : kernel.findings) {
    const std::string source = kernel.source_location(each.instruction);
    fmt::format_to(std::back_inserter(html),
                   "<div class=f><b>{}</b> ({:.0f}%) at <a href=\"#{}\">{}</a>{}{}<br><small>{}</small></div>\n",
                   escaped(each.what), 100 * each.share, page::anchor(number, kernel.offsets[each.instruction]),
                   escaped(kernel.places[each.instruction]), source.empty() ? "" : ", from ", escaped(source),
                   escaped(each.hint));
  }
}

}  // namespace

std::string as_html(const std::vector<KernelReport>& kernels, std::string_view title, const About& about) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
      "<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>Profile of "
      "{0}</title><style>{1}</style>"
      "</head><body>\n<h1>Profile of {0}</h1>\n",
      escaped(title), page::kStyle);
  head_of_page(html, about);
  contents(html, kernels);
  page::draws(html, about.draws);
  for (std::size_t number = 0; number < kernels.size(); ++number) {
    const KernelReport& kernel = kernels[number];
    summary(html, kernel, number);
    problems(html, kernel, number);
    page::comparison(html, kernel);
    page::hottest(html, kernel, number);
    page::charts(html, kernel);
    page::listings(html, kernel, number);
  }
  html += kernels.empty() ? "<p>No kernel has run.</p>\n" : page::kLegend;
  return html + "</body></html>\n";
}

}  // namespace eugene::profile
