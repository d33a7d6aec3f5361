// exp, log and log2 of arrays.
#include "elementary.hpp"

#include "array.hpp"
#include "export.hpp"

namespace codepegs {

template <double (*FUNCTION)(double)> void each(const Array<const double> &values, const Array<double> &out) {
    require(values.size() == out.size(), "out has one entry a value");
    for (int64_t i = 0; i < values.size(); ++i) out[i] = FUNCTION(values[i]);
}

/// Write e to the power of each value; `values` and `out` have shape (m,).
void write_exp(const Array<const double> &values, const Array<double> &out) { each<exact_exp>(values, out); }

/// Write the natural logarithm of each value; `values` and `out` have shape (m,).
void write_log(const Array<const double> &values, const Array<double> &out) { each<exact_log>(values, out); }

/// Write the binary logarithm of each value; `values` and `out` have shape (m,).
void write_log2(const Array<const double> &values, const Array<double> &out) { each<exact_log2>(values, out); }

} // namespace codepegs

CODEPEGS_EXPORT(write_exp, values, out);
CODEPEGS_EXPORT(write_log, values, out);
CODEPEGS_EXPORT(write_log2, values, out);
