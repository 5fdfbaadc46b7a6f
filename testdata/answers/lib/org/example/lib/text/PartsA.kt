@file:JvmName("Parts")
@file:JvmMultifileClass

package org.example.lib.text

fun partA() = 1
