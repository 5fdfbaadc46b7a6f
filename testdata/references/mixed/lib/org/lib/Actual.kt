package org.lib

actual typealias IOException = java.io.IOException
actual typealias Items<E> = java.util.ArrayList<E>
