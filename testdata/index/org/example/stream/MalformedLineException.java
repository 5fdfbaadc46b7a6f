package org.example.stream;

import java.io.IOException;

public class MalformedLineException extends IOException {}
