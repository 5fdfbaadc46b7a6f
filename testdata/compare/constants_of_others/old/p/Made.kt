package p

import p.K.V

const val BEHIND = K.V + 1
const val IMPORTED = V + 1
const val TEMPLATE = "v${With.C}"
const val SHORT = "v$BEHIND"
const val ESCAPED = "\$BEHIND"

class Own {
    companion object {
        const val OF_COMPANION = With.C + 1
        const val STEADY = 1
    }
}
