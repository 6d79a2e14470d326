// Draws the roofline. Both axes are logarithmic.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "profile/page.h"

namespace eugene::profile::page {
namespace {

constexpr double kWidth = 420, kHeight = 240;                       // pixels of the drawing
constexpr double kLeft = 52, kRight = 12, kTop = 12, kBottom = 34;  // margins around the plot

// Return the nearest power of two that is not above, or not below, `value`.
double power_below(double value) { return std::exp2(std::floor(std::log2(value))); }
double power_above(double value) { return std::exp2(std::ceil(std::log2(value))); }

class Axes {
 public:
  explicit Axes(const Roofline& roofline) {
    double compute = 0;
    for (const Roof& each : roofline.roofs) {
      if (each.bytes == 0) compute = each.operations;
    }
    x_least_ = x_max_ = 1;
    for (const Roof& each : roofline.roofs) {
      if (each.bytes == 0) continue;
      x_least_ = std::min(x_least_, each.per_byte);
      x_max_ = std::max({x_max_, each.per_byte, compute / each.bandwidth});
    }
    x_least_ = power_below(x_least_ / 2);
    x_max_ = power_above(x_max_ * 2);
    y_least_ = power_below(std::min(roofline.reached, compute) / 2);
    y_max_ = power_above(compute * 1.2);
  }

  double x(double per_byte) const { return kLeft + span(per_byte, x_least_, x_max_) * (kWidth - kLeft - kRight); }
  double y(double operations) const {
    return kHeight - kBottom - span(operations, y_least_, y_max_) * (kHeight - kTop - kBottom);
  }
  double x_least() const { return x_least_; }
  double x_max() const { return x_max_; }
  double y_least() const { return y_least_; }
  double y_max() const { return y_max_; }

 private:
  static double span(double value, double least, double max) {
    return std::clamp(std::log2(value / least) / std::log2(max / least), 0.0, 1.0);
  }
  double x_least_ = 1, x_max_ = 1, y_least_ = 1, y_max_ = 1;
};

// "0.25", "16"
std::string short_number(double value) { return fmt::format("{:.4g}", value); }

void draw_axes(std::string& html, const Axes& axes, const Roofline& roofline) {
  constexpr double kStep = 8;  // factor from one tick to the next
  auto out = std::back_inserter(html);
  fmt::format_to(out, "<path class=axis d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", kLeft, kTop, kHeight - kBottom,
                 kWidth - kRight);
  for (double at = axes.x_least(); at <= axes.x_max(); at *= kStep)
    fmt::format_to(out, "<text x={:.1f} y={:.1f} class=m>{}</text>\n", axes.x(at), kHeight - kBottom + 13,
                   short_number(at));
  for (double at = axes.y_least(); at <= axes.y_max(); at *= kStep)
    fmt::format_to(out, "<text x={:.1f} y={:.1f} class=e>{}</text>\n", kLeft - 5, axes.y(at) + 4, short_number(at));
  fmt::format_to(out, "<text x={:.1f} y={:.1f} class=m>{} operations for each byte</text>\n",
                 (kLeft + kWidth - kRight) / 2, kHeight - 5, roofline.is_floating ? "floating-point" : "integer");
}

void draw_roof(std::string& html, const Axes& axes, const Roof& roof, double compute) {
  auto out = std::back_inserter(html);
  if (roof.bytes == 0) {
    fmt::format_to(out, "<path class=roof d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x={:.1f} y={:.1f} class=e>{}</text>\n",
                   kLeft, axes.y(compute), kWidth - kRight, kWidth - kRight, axes.y(compute) - 4, roof.part);
    return;
  }
  // The line goes from the left or bottom edge up to the arithmetic roof.
  const double begin = std::max(axes.x_least(), axes.y_least() / roof.bandwidth);
  const double end = compute / roof.bandwidth;
  const double middle = std::sqrt(begin * end);
  fmt::format_to(out,
                 "<path class=roof d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/><text x={:.1f} y={:.1f} class=e>{}</text>\n",
                 axes.x(begin), axes.y(begin * roof.bandwidth), axes.x(end), axes.y(compute), axes.x(middle) - 6,
                 axes.y(middle * roof.bandwidth), roof.part);
}

void draw_point(std::string& html, const Axes& axes, const Roof& roof, double compute, double reached) {
  const double x = axes.x(roof.per_byte), y = axes.y(reached);
  fmt::format_to(std::back_inserter(html),
                 "<path class=gap d=\"M{:.1f} {:.1f}V{:.1f}\"/><circle cx={:.1f} cy={:.1f} r=4><title>{}: {:.2f} "
                 "operations for each of {} bytes</title></circle><text x={:.1f} y={:.1f}>{}</text>\n",
                 x, y, axes.y(std::min(roof.operations, compute)), x, y, roof.part, roof.per_byte, grouped(roof.bytes),
                 x + 7, y + 4, roof.part);
}

}  // namespace

void roofline(std::string& html, const KernelReport& kernel) {
  const Roofline& shown = kernel.roofline;
  if (shown.roofs.size() < 2) return;  // the kernel does not access memory
  const Axes axes(shown);
  double compute = 0;
  for (const Roof& each : shown.roofs) {
    if (each.bytes == 0) compute = each.operations;
  }
  fmt::format_to(std::back_inserter(html),
                 "<div><table><tr><th class=t>Roofline: operations a cycle</th></tr></table>"
                 "<svg class=roofline width={0} height={1} viewBox=\"0 0 {0} {1}\" role=img>\n",
                 kWidth, kHeight);
  draw_axes(html, axes, shown);
  for (const Roof& each : shown.roofs) draw_roof(html, axes, each, compute);
  for (const Roof& each : shown.roofs) {
    if (each.bytes != 0) draw_point(html, axes, each, compute, shown.reached);
  }
  html += "</svg></div>\n";
}

}  // namespace eugene::profile::page
